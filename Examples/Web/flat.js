// A virtual list as one would write it by hand, for comparison: an array of extents, an array of
// offsets that is summed again after each change, and binary search. `?list=flat`.
//
// It scrolls the library, and does nothing else: no other mode, columns, edits or focus, no list that
// is longer than an element can be; and it writes scrollTop while the reader scrolls.

/** How far the ranges reach, in screens, ahead and behind. */
const DISPLAY = [1, 0.5];
const PRELOAD = [2.5, 1.5];
/** How many pictures it loads at a time. */
const AT_ONCE = 4;

export class FlatList {
  static makeImages = (options) => new FlatImages(options);

  // What the page and its store ask of an engine, where there is none.
  engine = {
    setSettings() {},
    itemsIn: (lower, upper) => ({
      lower: this.#find(lower), upper: Math.min(this.count, this.#find(upper) + 1),
    }),
  };
  remeasure() {}
  move() {}

  #elements = new Map();
  #pool = [];
  #summed = 0;
  #ranges = [[0, 0], [0, 0], [0, 0]];
  #direction = 1;

  constructor(scroller, options) {
    Object.assign(this, { scroller, options, count: 0, offset: 0 });
    this.container = options.container;
    this.container.style.position = 'relative';
    this.extents = new Float64Array(0);
    this.offsets = new Float64Array(1);
    this.observer = new ResizeObserver((entries) => this.#resized(entries));
    this.observer.observe(scroller);
    scroller.addEventListener('scroll', () => this.update(), { passive: true });
  }

  get latest() {
    const [preload, display, visible] = this.#ranges.map(([lower, upper]) => ({ lower, upper }));
    return {
      visible, ranges: { preload, display }, direction: this.#direction > 0 ? 'forward' : 'backward',
    };
  }

  get scrollLength() { return this.offsets[this.count]; }

  element(index) { return this.#elements.get(index) ?? null; }

  indexOf(element) { return Number(element?.closest('[data-index]')?.dataset.index ?? -1); }

  *rows() {
    for (const [index, element] of this.#elements) yield { index, element };
  }

  insert(index, count) {
    this.count += count;
    this.extents = new Float64Array(this.count).fill(this.options.estimate);
    this.offsets = new Float64Array(this.count + 1);
    this.#summed = 0;
    this.#schedule();
  }

  #schedule() {
    if (this.isScheduled) return;
    this.isScheduled = true;
    queueMicrotask(() => {
      this.isScheduled = false;
      this.update();
    });
  }

  remove() {}

  scrollToOffset(offset) {
    this.update();
    this.scroller.scrollTop = offset;
    this.update();
  }

  refresh(lower, upper) {
    for (let index = lower; index < upper; index++) {
      const element = this.element(index);
      if (!element) continue;
      this.options.update(element, index);
      this.#fit(element, index);
      this.observer.observe(element);
    }
    this.#schedule();
  }

  update() {
    const { scroller, options } = this;
    this.viewportLength ??= scroller.clientHeight;
    const offset = scroller.scrollTop;
    if (offset !== this.offset) this.#direction = offset > this.offset ? 1 : -1;
    this.offset = offset;
    this.#sum();
    this.container.style.height = `${this.scrollLength}px`;
    this.#ranges = [this.#range(...PRELOAD), this.#range(...DISPLAY), this.#range(0, 0)];
    this.#make(this.#ranges[1]);
    options.onUpdate(this.latest, this);
    this.pages?.follow(this);
    this.images?.follow();
  }

  #sum() {
    const { offsets, extents, count, options: { spacing } } = this;
    for (let index = this.#summed; index < count; index++) {
      offsets[index + 1] = offsets[index] + extents[index] + spacing;
    }
    this.#summed = count;
  }

  /** The items in the viewport and so many screens around it. */
  #range(ahead, behind) {
    const { offset, viewportLength: screen } = this;
    const [before, after] = this.#direction > 0 ? [behind, ahead] : [ahead, behind];
    return [
      Math.max(0, this.#find(offset - before * screen)),
      Math.min(this.count, this.#find(offset + (1 + after) * screen) + 1),
    ];
  }

  #find(offset) {
    let [low, high] = [0, this.count];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.offsets[middle + 1] <= offset) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #make([lower, upper]) {
    const { options, container } = this;
    for (const [index, element] of this.#elements) {
      if (index >= lower && index < upper) continue;
      this.#elements.delete(index);
      this.observer.unobserve(element);
      element.remove();
      this.#pool.push(element);
    }
    for (let index = lower; index < upper; index++) {
      let element = this.#elements.get(index);
      if (!element) {
        element = this.#pool.pop();
        if (element) options.update(element, index);
        else element = options.render(index);
        element.style.position = 'absolute';
        element.style.width = '100%';
        element.dataset.index = index;
        const next = this.element(index + 1) ?? this.element(index - 1)?.nextSibling ?? null;
        container.insertBefore(element, next);
        this.#elements.set(index, element);
        this.#fit(element, index);
        this.observer.observe(element);
      }
      const top = this.offsets[index];
      if (element.top !== top) {
        element.top = top;
        element.style.top = `${top}px`;
      }
    }
  }

  #fit(element, index) {
    element.style.height = this.options.isReady(index) ? '' : `${this.extents[index]}px`;
  }

  #resized(entries) {
    let moved = 0;
    for (const { target, borderBoxSize: [{ blockSize }] } of entries) {
      if (target === this.scroller) {
        this.viewportLength = target.clientHeight;
        continue;
      }
      const index = Number(target.dataset.index);
      if (!this.options.isReady(index) || blockSize === this.extents[index]) continue;
      if (this.offsets[index] < this.offset) moved += blockSize - this.extents[index];
      this.extents[index] = blockSize;
      this.#summed = Math.min(this.#summed, index);
    }
    if (moved !== 0) this.scroller.scrollTop += moved;
    if (this.#summed < this.count) this.update();
  }
}

/** The pictures of the preload range, the visible ones first; what leaves it is aborted, or dropped. */
class FlatImages {
  #values = new Map();
  #loads = new Map();

  constructor(options) { this.options = options; }

  configure() {}

  get(id) { return this.#values.get(id); }

  state(id) {
    if (this.#values.has(id)) return 'ready';
    return this.#loads.has(id) ? 'running' : undefined;
  }

  counters = { started: 0, useful: 0, late: 0, wasted: 0, loadTime: 0 };

  retry() { this.follow(); }

  attach(list, idOf) {
    Object.assign(this, { list, idOf });
    list.images = this;
  }

  follow() {
    const { visible, ranges: { preload } } = this.list.latest;
    const wanted = new Set();
    for (const { lower, upper } of [visible, preload]) {
      for (let index = lower; index < upper; index++) wanted.add(this.idOf(index));
    }
    for (const [id, abort] of this.#loads) if (!wanted.has(id)) abort.abort();
    for (const [id, value] of this.#values) {
      if (wanted.has(id)) continue;
      this.#values.delete(id);
      this.options.onDrop(id, value);
    }
    for (const id of wanted) {
      if (this.#loads.size >= AT_ONCE) break;
      if (id !== undefined && !this.state(id)) this.#load(id);
    }
  }

  async #load(id) {
    const abort = new AbortController();
    this.#loads.set(id, abort);
    this.counters.started += 1;
    try {
      this.#values.set(id, await this.options.load({ id, attempt: 0, signal: abort.signal }));
      this.options.onReady(id);
    } catch (error) {
      if (!abort.signal.aborted) {
        this.options.onFailure(id, error);
        await new Promise((resolve) => { setTimeout(resolve, 1000); });
      }
    }
    this.#loads.delete(id);
    this.follow();
  }
}
