// A snapshot as text: its bytes, and the ids that their numbers stand for.

import { RangeCoreError } from '../errors.js';

/** So many arguments are not too many for a call. */
const PART = 8192;

export function toText({ bytes, ...rest }) {
  let text = '';
  for (let at = 0; at < bytes.length; at += PART) text += String.fromCharCode(...bytes.subarray(at, at + PART));
  return JSON.stringify({ ...rest, bytes: btoa(text) });
}

export function fromText(text) {
  try {
    const { count, ids, bytes } = JSON.parse(text);
    if (Array.isArray(ids) && count >= 0) return { count, ids, bytes: Uint8Array.from(atob(bytes), (it) => it.charCodeAt(0)) };
  } catch {
    // It is none.
  }
  throw new RangeCoreError('argument', 'not the text of a snapshot', 'text');
}
