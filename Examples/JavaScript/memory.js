// The memory of an instance of the module: where its structs' fields are, and reading and writing
// them. Nothing here outlives a call: what the core lends is copied out at once, so there are no
// stale borrows, and no view of memory that has grown since.

/** @typedef {Record<string, number>} Layout */

export class Memory {
  /** @param {WebAssembly.Exports} exports */
  constructor(exports) {
    this.exports = exports;
    this.structs = this.#readLayout();
    // For extents, offsets and states; it grows with what is asked for.
    this.roomSize = 0;
    this.room = 0;
    this.reserve(1024);
  }

  /** A view of all of the memory; when it grows, the ArrayBuffer is another. */
  get view() {
    const { buffer } = this.exports.memory;
    if (this.lastView?.buffer !== buffer) this.lastView = new DataView(buffer);
    return this.lastView;
  }

  /** Memory for as long as the instance lives. */
  allocate(size) {
    const block = this.exports.rc_wasm_resize(0, 0, size);
    if (block === 0) throw new RangeError(`the module has no ${size} bytes of memory left`);
    return block;
  }

  /** Room of at least `size` bytes, until it is asked for again. */
  reserve(size) {
    if (size > this.roomSize) {
      const room = this.exports.rc_wasm_resize(this.room, this.roomSize, size);
      if (room === 0) throw new RangeError(`the module has no ${size} bytes of memory left`);
      this.room = room;
      this.roomSize = size;
    }
    return this.room;
  }

  /**
   * Where fields of a struct are, and its `size`; one that there is not fails at once.
   * @param {string} name
   * @param {string[]} fields
   * @returns {Layout}
   */
  struct(name, fields) {
    const struct = this.structs.get(name);
    const layout = { size: struct?.size };
    for (const field of fields) layout[field] = struct?.fields.get(field)?.offset;
    if (Object.values(layout).includes(undefined)) {
      throw new Error(`the module has another ${name}: it is of another version`);
    }
    return layout;
  }

  /** An integer of 64 bits; the core has none beyond 2^53. */
  integer(address) {
    return Number(this.view.getBigInt64(address, true));
  }

  interval(address) {
    return { lower: this.integer(address), upper: this.integer(address + 8) };
  }

  /** A C string. */
  text(address) {
    const bytes = new Uint8Array(this.exports.memory.buffer, address);
    return new TextDecoder().decode(bytes.subarray(0, bytes.indexOf(0)));
  }

  /** Copies numbers into the room, and returns where they are. */
  putDoubles(values) {
    const address = this.reserve(values.length * 8);
    new Float64Array(this.exports.memory.buffer, address, values.length).set(values);
    return address;
  }

  doubles(address, count) {
    return new Float64Array(this.exports.memory.buffer, address, count).slice();
  }

  bytes(address, count) {
    return new Uint8Array(this.exports.memory.buffer, address, count).slice();
  }

  #readLayout() {
    const structs = new Map();
    let struct;
    for (let entry = this.exports.rc_wasm_layout(); ; entry += 12) {
      const [name, offset, size] = [0, 4, 8].map((at) => this.view.getUint32(entry + at, true));
      if (name === 0) return structs;
      const text = this.text(name);
      if (text.startsWith('.')) {
        struct.fields.set(text.slice(1), { offset, size });
      } else {
        struct = { size, fields: new Map() };
        structs.set(text, struct);
      }
    }
  }
}
