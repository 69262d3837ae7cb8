// A store for JavaScript: wraps the WebAssembly module `store.wasm`. store.d.ts documents what is exported.

import { RangeCoreError } from './errors.js';
import { Memory } from './memory.js';
import { instantiate } from './module.js';
import { applyTo, areEqual, following, reloads } from './store/edits.js';
import { Engine, NO_ID } from './store/engine.js';
import { StoreRows } from './store/separators.js';
import { Table } from './store/table.js';
import { makeWakeUp, now } from './wake.js';

export { RangeCoreError } from './errors.js';

const NOTHING = Object.freeze({ lower: 0, upper: 0 });
/** What a request continues with, by kind; around an item, what its page was asked with. */
const CURSORS = { after: 'next', before: 'previous' };
/** Why so many requests failed is kept, for places that nobody comes back to. */
const ERRORS_MAX = 100;

/** One instance of the module; its stores share its memory. */
class Stores {
  #core;

  constructor(exports) {
    this.#core = { exports, memory: new Memory(exports) };
  }

  create(options = {}) {
    return new Store(this.#core, options);
  }
}

/** Instantiates the module; by default the one beside this file. */
export async function loadStores(source = new URL('store.wasm', import.meta.url)) {
  return new Stores(await instantiate(source));
}

export class Store {
  #engine;
  #table = new Table();
  #options;
  #settings = { settle: 0.1, requestLimit: 3 };
  #view = { visible: NOTHING, wanted: NOTHING, direction: 'forward' };
  #isOutdated = true;
  #isFreed = false;
  /** Requests in progress, by token. */
  #tasks = new Map();
  #errors = new Map();
  /** Why replies could not be taken, by what was asked for. */
  #refused = new Map();
  #list = null;
  #leadingScreens = 2;
  #marksHeaders = false;
  #wakeAt = makeWakeUp(() => this.#ask(false));
  #waiting = [];
  #refreshKey;
  #end = new AbortController();

  constructor(core, options) {
    const {
      source = 'offsets', pageSize = 20, firstPages = 1, total, placeholders = true, looksAhead = false,
      load, key = (item) => item.id, isEqual = areEqual, onChange = () => {}, separator,
      expireOnReturn, ...settings
    } = options;
    const given = { load, key, isEqual, onChange, ...(separator === undefined ? {} : { separator }) };
    for (const [name, value] of Object.entries(given)) {
      if (typeof value !== 'function') throw new TypeError(`${name} is ${value}, not a function`);
    }
    checkCount({ firstPages }, 'pages');
    this.#options = { isKeyed: source === 'keys', pageSize, looksAhead, load, key, isEqual };
    this.#engine = new Engine(core, {
      source, pageSize, firstPages, total, looksAhead, hasPlaceholders: placeholders,
    });
    this.onChange = onChange;
    this.configure(settings);
    this.#followPage(expireOnReturn);
    if (separator) this.rows = this.#rowsWith(core, separator);
  }

  #rowsWith(core, separator) {
    const [engine, table] = [this.#engine, this.#table];
    return new StoreRows(core, {
      pointer: engine.pointer,
      get count() { return engine.counts.slotCount; },
      has: (slot) => this.has(slot),
      get: (slot) => this.get(slot),
      item: (number) => table.item(number),
      apply: () => this.#apply([]),
    }, separator);
  }

  /** Has the store follow the page, if there is one, until it is freed, or is gone. */
  #followPage(age) {
    if (age !== undefined && !(age >= 0 && age < Infinity)) {
      throw new RangeError(`expireOnReturn is ${age}, not a number of seconds`);
    }
    const it = new WeakRef(this);
    const { signal } = this.#end;
    const listen = (target, type, call) => target?.addEventListener?.(type, call, { signal });
    listen(globalThis.document, 'visibilitychange', () => it.deref()?.#return(age, false));
    if (age !== undefined) listen(globalThis, 'online', () => it.deref()?.#return(age, true));
  }

  /** The page has been shown or hidden, or is online again. */
  #return(age, isOnline) {
    if (isOnline) this.retry();
    if (age !== undefined && isPageVisible()) this.expire(age);
    else this.#ask(false);
  }

  configure(settings) {
    const all = { ...this.#settings, ...settings };
    checkCount({ requestLimit: all.requestLimit }, 'requests');
    this.#engine.set(all);
    this.#settings = all;
    this.#isOutdated = true;
  }

  // -- contents --

  get count() { return this.#engine.counts.slotCount; }
  get itemCount() { return this.#engine.counts.itemCount; }
  get pageCount() { return this.#engine.counts.pageCount; }
  get cost() { return this.#engine.counts.cost; }
  get hiddenCount() { return this.#engine.counts.hiddenCount; }
  get latePageCount() { return this.#engine.counts.latePageCount; }
  get stallTime() { return this.#engine.counts.stall; }

  get(slot) { return this.#table.item(this.#engine.id(slot)); }

  has(slot) { return this.#engine.id(slot) !== NO_ID; }

  slotOf(key) {
    const number = this.#table.number(key);
    return number === undefined ? -1 : this.#engine.find(number);
  }

  state(place) {
    const engine = this.#engine;
    let found;
    if (place === 'refresh') found = engine.refreshed;
    else if (typeof place === 'number') found = engine.slot(place).load;
    else found = engine.end(place);
    const { state, attempt, retryTime, failedToken } = found;
    return { state, attempt, retryTime, error: this.#errors.get(failedToken) };
  }

  // -- what is visible --

  update({ visible = NOTHING, wanted, direction = 'forward', isSettled = false }) {
    const before = this.#view;
    this.#view = {
      visible: copy(visible), wanted: copy(wanted ?? this.#around(visible)), direction,
    };
    try {
      this.#ask(isSettled);
    } catch (error) {
      this.#view = before;
      throw error;
    }
  }

  /** What is visible, and two screenfuls more on both sides. */
  #around({ lower, upper }) {
    const reach = this.#leadingScreens * (upper - lower);
    return {
      lower: Math.max(0, Math.floor(lower - reach)),
      upper: Math.min(this.count, Math.ceil(upper + reach)),
    };
  }

  settle() { this.#ask(true); }

  attach(list, { leadingScreens = 2, marksHeaders = false } = {}) {
    const { count } = this.rows ?? this;
    if (!(leadingScreens >= 0 && leadingScreens < Infinity)) {
      throw new RangeError(`leadingScreens is ${leadingScreens}, not a number of screens`);
    }
    if (list !== this.#list && (list.engine ?? list).isAttached) {
      throw new RangeCoreError('busy', 'busy: another store is attached to this list');
    }
    if (list.count !== 0 && list.count !== count) {
      throw new RangeError(`the list has ${list.count} items, the store ${count} ${this.rows ? 'rows' : 'slots'}`);
    }
    this.detach();
    if (list.count !== count) list.insert(0, count);
    (list.engine ?? list).isAttached = true;
    this.#list = list;
    this.#leadingScreens = leadingScreens;
    this.#marksHeaders = marksHeaders && this.rows !== undefined;
    this.#mark(false);
    // An engine alone does not update by itself.
    if (list.engine) list.pages = this;
    this.#apply([]);
  }

  /** Makes separators headers of the list's sections. */
  #mark(onlyInserted) {
    if (!this.#marksHeaders) return;
    const { engine = this.#list } = this.#list;
    for (const row of this.rows.separators(onlyInserted)) engine.markHeader(row);
  }

  detach() {
    if (!this.#list) return;
    if (this.#list.engine) this.#list.pages = undefined;
    this.#list.setBusy?.(false);
    (this.#list.engine ?? this.#list).isAttached = false;
    this.#list = null;
  }

  /** Called by an attached list at the end of each of its updates. */
  follow(list) {
    const { direction, presence } = list.latest;
    const view = this.#view;
    if (list.count !== (this.rows ?? this).count) return;
    // Nothing is wanted of a list that nobody sees.
    const isSeen = list.viewportLength > 0 && (presence ?? 'on_screen') === 'on_screen';
    const slotsOf = (rows) => this.rows?.slotsOfRows(rows) ?? rows;
    const wanted = isSeen ? slotsOf(this.#reach(list, list.latest.visible)) : NOTHING;
    const seen = isSeen ? slotsOf(list.latest.visible) : NOTHING;
    if (!this.#isOutdated && isSame(view.visible, seen) && isSame(view.wanted, wanted)
      && view.direction === direction) return;
    this.#view = { visible: copy(seen), wanted, direction };
    this.#ask(false);
  }

  #reach({ engine, offset, viewportLength }, visible) {
    const reach = viewportLength * this.#leadingScreens;
    const { lower, upper } = engine.itemsIn(offset - reach, offset + viewportLength + reach);
    if (visible.lower >= visible.upper) return { lower, upper };
    return { lower: Math.min(lower, visible.lower), upper: Math.max(upper, visible.upper) };
  }

  // -- requests --

  /** Begins the requests that are to be made now, and aborts those given up. */
  #ask(isSettled) {
    const { count } = this;
    const { visible, wanted, direction } = this.#view;
    // What a hidden page shows is not refreshed.
    const upper = isPageVisible() ? visible.upper : visible.lower;
    const found = this.#engine.update({
      visible: within({ lower: visible.lower, upper }, count), wanted: within(wanted, count), direction, isSettled,
      time: now(),
    });
    this.#isOutdated = false;
    for (const token of found.givenUp) this.#giveUp(token);
    this.#wakeAt(found.nextTime);
    for (const request of found.requests) this.#begin(request);
    if (found.requests.length + found.givenUp.length > 0) this.#changed([]);
  }

  #giveUp(token) {
    this.#tasks.get(token)?.abort.abort();
    this.#tasks.delete(token);
  }

  async #begin(request) {
    const { token, kind, position, count, id, page, attempt, isRefresh } = request;
    const abort = new AbortController();
    this.#tasks.set(token, { request, abort });
    const { [CURSORS[kind] ?? 'asked']: cursor } = this.#table.pages.get(page) ?? {};
    request.cursor = cursor;
    const asked = {
      kind, position: position < 0 ? null : position, count, attempt, isRefresh,
      key: id === NO_ID ? undefined : this.#table.key(id), cursor, signal: abort.signal,
    };
    let reply;
    try {
      const refused = this.#refused.get(purposeOf(request));
      if (refused) throw refused;
      reply = await this.#options.load(asked);
    } catch (error) {
      if (this.#tasks.delete(token)) this.#fail(request, error);
      return;
    }
    // Otherwise it was given up.
    if (this.#tasks.delete(token)) this.#finish(request, reply);
  }

  #finish(request, reply) {
    let edits;
    try {
      edits = this.#receive(request, reply);
    } catch (error) {
      if (error.code === 'limit') {
        error.message += ': more items than a list can have';
        this.#refused.set(purposeOf(request), error);
      }
      this.#fail(request, error);
      return;
    }
    if (request.isRefresh && this.#engine.refreshed.state === 'ended') {
      this.#unpinRefresh();
      this.#resume(({ resolve }) => resolve());
    }
    this.#apply(edits);
  }

  #receive(request, reply) {
    const told = Array.isArray(reply) ? { items: reply } : reply;
    const { items, before, after, total, cost = 0, previous, next } = told ?? {};
    if (!Array.isArray(items)) {
      throw new TypeError(`items is ${String(items)}, not an array: \`load\` has returned ${String(told)}`);
    }
    const numbers = this.#table.intern(this.#keys(items));
    try {
      const result = this.#engine.receive(request.token, numbers, { before, after, total, cost, time: now() });
      const changed = this.#take(items, numbers, result);
      this.#remember(request, numbers, result, { previous, next });
      this.#table.drop(result.dropped);
      return [...result.edits, ...changed];
    } finally {
      // Those of a reply that is refused, or that no page holds.
      this.#table.release(numbers);
    }
  }

  #keys(items) {
    return items.map((item, at) => {
      const key = this.#options.key(item);
      if (key === undefined || key === null) {
        throw new TypeError(`items[${at}] has no key: the option \`key\` returns ${key}; by default, its id`);
      }
      return key;
    });
  }

  /** Returns the edits for items that have other content than before. */
  #take(items, numbers, { slots }) {
    const pages = slots.map((slot) => (slot < 0 ? 0 : this.#engine.slot(slot).page));
    const changed = this.#table.take(items, numbers, pages, this.#options.isEqual);
    return reloads(changed.map((at) => slots[at]));
  }

  /**
   * Keeps what the library remembers beside the ids that are held: by keys the first and last of each
   * page; by offsets, if it looks ahead, the one that must follow.
   */
  #remember({ position, count, isRefresh, cursor }, numbers, { page }, cursors) {
    const { isKeyed, looksAhead, pageSize } = this.#options;
    if (isKeyed) {
      if (page === 0 || numbers.length === 0) return;
      this.#table.remember(page, [numbers[0], numbers.at(-1)], { ...cursors, asked: cursor });
      return;
    }
    if (!looksAhead) return;
    const cell = position / pageSize;
    if (!isRefresh) {
      const held = page || (this.#table.pagesOfCells.get(cell) ?? 0);
      const ahead = numbers.length > pageSize ? numbers.slice(-1) : [];
      if (held !== 0) this.#table.remember(held, ahead, { cell });
      return;
    }
    if (page === 0) return;
    // A page for each of its cells that the reply fills, the last one with all the rest.
    const cells = (count - 1) / pageSize;
    const placed = numbers.length > cells * pageSize ? numbers.length - 1 : numbers.length;
    const made = Math.min(cells, Math.ceil(placed / pageSize));
    for (let index = 0; index < made; index++) {
      const end = index + 1 === made ? placed : (index + 1) * pageSize;
      this.#table.remember(page - (made - 1 - index), numbers.slice(end, end + 1), {
        cell: cell + index,
      });
    }
  }

  #fail({ token, isRefresh }, error) {
    try {
      this.#engine.fail(token, now(), Math.random());
      this.#errors.set(token, error);
      if (this.#errors.size > ERRORS_MAX) this.#errors.delete(this.#errors.keys().next().value);
    } catch (refused) {
      // Its page was dropped meanwhile, and the next update would have told so.
      if (refused.code !== 'stale') throw refused;
    }
    if (isRefresh) this.#resume(({ reject }) => reject(error));
    this.#isOutdated = true;
    this.#changed([]);
    // Another may take its turn.
    if (!this.#isFreed) this.#ask(false);
  }

  /** Makes the view, the list and the observer follow some edits, and asks for what is missing then. */
  #apply(edits) {
    this.#isOutdated = true;
    for (const edit of edits) {
      this.#view.visible = following(edit, this.#view.visible);
      this.#view.wanted = following(edit, this.#view.wanted);
    }
    const rows = this.rows?.follow(edits) ?? edits;
    if (this.#list) {
      applyTo(this.#list, rows);
      this.#mark(true);
    }
    this.#changed(edits);
    if (rows.length > 0) this.rows?.onChange(rows);
    // A list that updates by itself does so before the next frame, and then knows what it shows.
    if (this.#list?.engine && rows.length > 0) return;
    if (!this.#isFreed) this.#ask(false);
  }

  /** Tells the list and the observer. */
  #changed(edits) {
    this.#list?.setBusy?.(this.#tasks.size > 0);
    this.onChange(edits, this);
  }

  // -- what the app wants --

  refresh(target = 'anchor') {
    const [[name, value]] = typeof target === 'string' ? [[target, 0]] : Object.entries(target);
    const isKey = name === 'key';
    const number = isKey ? this.#table.intern([value])[0] : value;
    if (isKey) this.#table.pin(number);
    try {
      this.#engine.refresh(name, number, value);
    } catch (error) {
      if (isKey) this.#table.unpin(number);
      throw error;
    }
    this.#unpinRefresh();
    if (isKey) this.#refreshKey = number;
    this.#errors.clear();
    this.#refused.clear();
    const done = new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject });
    });
    // A failure is in the state too, so nobody has to wait for it.
    done.catch(() => {});
    this.#apply([]);
    return done;
  }

  #unpinRefresh() {
    if (this.#refreshKey !== undefined) this.#table.unpin(this.#refreshKey);
    this.#refreshKey = undefined;
  }

  #resume(call) {
    this.#waiting.splice(0).forEach(call);
  }

  jump(end) {
    this.#engine.jump(end);
    this.#apply([]);
  }

  open(end) {
    this.#engine.open(end);
    this.#apply([]);
  }

  retry() {
    this.#engine.retry();
    this.#errors.clear();
    this.#refused.clear();
    this.#apply([]);
  }

  expire(age) {
    this.#engine.expire(now(), age);
    this.#apply([]);
  }

  insert(slot, items) {
    const numbers = this.#table.intern(this.#keys(items));
    let edits;
    try {
      const result = this.#engine.insert(slot, numbers);
      const changed = this.#take(items, numbers, result);
      if (this.#options.isKeyed && result.page !== 0 && numbers.length > 0) {
        this.#table.remember(result.page, [numbers[0], numbers.at(-1)]);
      }
      edits = [...result.edits, ...changed];
    } finally {
      this.#table.release(numbers);
    }
    this.#apply(edits);
  }

  move(key, to) {
    // A number that no key has is not found either.
    const number = this.#table.number(key) ?? 0;
    const { edits } = this.#engine.move(number, to);
    this.#table.move(number, this.#engine.slot(to).page);
    this.#apply(edits);
  }

  remove(key) {
    // A number that no key has is not found either.
    const number = this.#table.number(key) ?? 0;
    const { edits } = this.#engine.remove(number);
    this.#table.remove(number);
    this.#apply(edits);
  }

  replace(item) {
    const slot = this.slotOf(...this.#keys([item]));
    if (slot < 0) return;
    const entry = this.#table.entries.get(this.#engine.id(slot));
    const isChanged = !this.#options.isEqual(entry.item, item);
    entry.item = item;
    if (isChanged) this.#apply(reloads([slot]));
  }

  validate() {
    this.#engine.validate();
    this.rows?.validate();
  }

  free() {
    if (this.#isFreed) return;
    this.#isFreed = true;
    this.#end.abort();
    this.#wakeAt(Infinity);
    for (const token of [...this.#tasks.keys()]) this.#giveUp(token);
    this.detach();
    this.rows?.free();
    this.#engine.free();
  }
}

if (Symbol.dispose) {
  Store.prototype[Symbol.dispose] = function dispose() {
    this.free();
  };
}

/** Whether the page, if there is one, can be seen. */
const isPageVisible = () => globalThis.document?.visibilityState !== 'hidden';

/** A count that C has 32 bits for. */
function checkCount(named, things) {
  const [[name, value]] = Object.entries(named);
  if (Number.isInteger(value) && value >= 0) return;
  throw new RangeError(`${name} is ${value}, not a number of ${things}`);
}

const copy = ({ lower, upper }) => ({ lower, upper });

const isSame = (one, other) => one.lower === other.lower && one.upper === other.upper;

const purposeOf = ({ kind, position, id, isRefresh }) => `${kind} ${position} ${id} ${isRefresh}`;

/** The part of an interval that is within the slots. */
function within({ lower, upper }, count) {
  const end = Math.min(upper, count);
  return { lower: Math.min(lower, end), upper: end };
}
