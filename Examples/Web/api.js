// The server's calls. Each throws if it fails; `signal` aborts it.

async function request(path, options) {
  const response = await fetch(path, options);
  if (response.ok) return response;
  const { error } = await response.json().catch(() => ({}));
  throw new Error(error ?? `${response.status} ${response.statusText}`);
}

const json = async (path, options) => (await request(path, options)).json();

const post = (path, value) => json(path, {
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(value),
});

/** A page of photos, the newest first; only those older or newer than a photo, if given. */
export function getPhotos({ before, after, page = 1, pageSize, signal }) {
  const query = new URLSearchParams({ page, page_size: pageSize });
  if (before !== undefined) query.set('before', before);
  if (after !== undefined) query.set('after', after);
  return json(`/api/photos?${query}`, { signal });
}

export const addPhoto = () => post('/api/photos', {});
export const removePhoto = (id) => request(`/api/photos/${id}`, { method: 'DELETE' });
export const getSettings = () => json('/api/settings');
export const setSettings = (settings) => post('/api/settings', settings);
export const getImage = async (path, signal) => (await request(path, { signal })).blob();
