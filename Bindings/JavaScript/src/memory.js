// The memory of the WebAssembly module, and how numbers get into it and out of it.

const NO_ID = -(2n ** 63n);
const HIGH = 2 ** 32;
/** Bytes that most calls need at most; and so many that the next call gives them back. */
const SMALL = 1024;
const LARGE = 65536;

/** An integer as the module takes it. */
export function integer(name, value) {
  if (!Number.isInteger(value)) throw new RangeError(`${name} is ${String(value)}, not an integer`);
  return BigInt(value);
}

/** An id as the library has it. */
function toId(id, name) {
  if (id === null || id === undefined) return NO_ID;
  if (!Number.isSafeInteger(id)) {
    throw new RangeError(`${name} has ${String(id)}, not a safe integer`);
  }
  return BigInt(id);
}

const fromId = (id) => (id === NO_ID ? null : Number(id));

export class Memory {
  /** @param {WebAssembly.Exports} exports */
  constructor(exports) {
    this.exports = exports;
    this.reasons = [];
    this.scratchSize = 0;
    this.scratch = 0;
    this.look();
    this.reserve(SMALL);
  }

  /** Makes views of all memory if there are none, or those that there are have gone stale. */
  look() {
    // The buffer is detached when memory grows; asking for it costs more than this.
    if (this.bytes?.length > 0) return;
    const { buffer } = this.exports.memory;
    this.bytes = new Uint8Array(buffer);
    this.ints = new Int32Array(buffer);
    this.floats = new Float64Array(buffer);
  }

  /** Returns at least `size` bytes, which are valid until the next call of this. */
  reserve(size) {
    if (size > this.scratchSize || this.scratchSize > LARGE) {
      const wanted = Math.max(size, SMALL);
      const scratch = this.exports.rc_wasm_resize(this.scratch, this.scratchSize, wanted);
      if (scratch === 0) throw new RangeError(`out of memory: ${wanted} bytes`);
      this.scratch = scratch;
      this.scratchSize = wanted;
    }
    this.look();
    return this.scratch;
  }

  // An integer of 64 bits is read as two of 32, which allocates nothing. None of the library's is
  // beyond 2^53.

  int64(at) {
    const low = this.ints[at >> 2];
    const high = this.ints[(at >> 2) + 1];
    return high === 0 && low >= 0 ? low : high * HIGH + (low >>> 0);
  }

  putInt64(at, value, name) {
    if (!Number.isSafeInteger(value)) {
      throw new RangeError(`${name} is ${String(value)}, not an integer`);
    }
    this.putWords(at, value);
  }

  /** The same for what is one for sure, or -2^63. */
  putWords(at, value) {
    this.ints[at >> 2] = value % HIGH;
    this.ints[(at >> 2) + 1] = Math.floor(value / HIGH);
  }

  uint32(at) { return this.ints[at >> 2] >>> 0; }

  /** Reads a C string. */
  text(address) {
    this.look();
    return new TextDecoder().decode(
      this.bytes.subarray(address, this.bytes.indexOf(0, address)));
  }

  /** Returns the description of a batch reason, decoded once. */
  reason(value) {
    this.reasons[value] ??= this.text(this.exports.rc_batch_reason_text(value));
    return this.reasons[value];
  }

  /** Copies numbers to the reserved memory, and returns their address. */
  putDoubles(values) {
    const address = this.reserve(values.length * 8);
    this.floats.set(values, address / 8);
    return address;
  }

  /** Copies ids to reserved memory; null is no id. */
  putIds(ids, address, name) {
    new BigInt64Array(this.exports.memory.buffer, address, ids.length)
      .set(Array.from(ids, (id) => toId(id, name)));
  }

  ids(address, count) {
    return Array.from(new BigInt64Array(this.exports.memory.buffer, address, count), fromId);
  }

  doubles(address, count) { return this.floats.slice(address / 8, address / 8 + count); }
}
