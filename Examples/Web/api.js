// The server's calls. Each throws if it fails; `signal` aborts it.

async function request(path, options) {
  const response = await fetch(path, options);
  if (response.ok) return response;
  const { error } = await response.json().catch(() => ({}));
  const { status, statusText } = response;
  throw Object.assign(new Error(error ?? `${status} ${statusText}`), { status });
}

const json = async (path, options) => (await request(path, options)).json();

const post = (path, value) => json(path, {
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(value),
});

/**
 * A page of photos, the newest first: from an offset on, those older than the photo `before`, those
 * newer than `after`, or those `around` one.
 */
export function getPhotos({ pageSize, signal, ...where }) {
  return json(`/api/photos?${new URLSearchParams({ page_size: pageSize, ...where })}`, { signal });
}

export const addPhoto = () => post('/api/photos', {});
export const removePhoto = (id) => request(`/api/photos/${id}`, { method: 'DELETE' });
export const getSettings = () => json('/api/settings');
export const setSettings = (settings) => post('/api/settings', settings);
export const getImage = async (id, options) => (await request(`/images/${id}`, options)).blob();
