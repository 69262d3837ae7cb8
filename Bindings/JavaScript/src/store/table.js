// The items and cursors of a store, and the numbers that the library has for their keys.
//
// A key has a number as long as its item is held, or a page remembers it: as the key that the next
// request names, or as the one that must follow the page.

const newPage = () => ({ held: [], remembered: [], cell: -1 });

export class Table {
  /** @type {Map<number, { key: unknown, item: unknown, page: number, references: number }>} */
  entries = new Map();
  /** By number. */
  pages = new Map();
  /** The pages of cells that remember a key. */
  pagesOfCells = new Map();
  #numbers = new Map();
  #last = 0;

  /** The number of a key; undefined for one that is not known. */
  number(key) { return this.#numbers.get(key); }

  key(number) { return this.entries.get(number)?.key; }

  item(number) { return this.entries.get(number)?.item; }

  /** Gives keys numbers. Those that come to nothing are to be released. */
  intern(keys) {
    return keys.map((key) => {
      let number = this.#numbers.get(key);
      if (number === undefined) {
        this.#last += 1;
        number = this.#last;
        this.#numbers.set(key, number);
        this.entries.set(number, { key, page: 0, references: 0 });
      }
      return number;
    });
  }

  pin(number) { this.entries.get(number).references += 1; }

  unpin(number) {
    this.entries.get(number).references -= 1;
    this.release([number]);
  }

  /** Forgets those of some numbers that nothing refers to. */
  release(numbers) {
    for (const number of numbers) {
      const entry = this.entries.get(number);
      if (!entry || entry.references > 0) continue;
      this.#numbers.delete(entry.key);
      this.entries.delete(number);
    }
  }

  /**
   * Takes in the items of a reply, each held by a page, or by none: 0. Returns the positions of those
   * that were held before and are different now.
   */
  take(items, numbers, pages, isEqual) {
    const entries = numbers.map((number) => this.entries.get(number));
    const wereHeld = entries.map(({ page }) => page !== 0);
    const changed = [];
    items.forEach((item, at) => {
      const entry = entries[at];
      if (pages[at] === 0) return;
      if (wereHeld[at] && !isEqual(entry.item, item)) changed.push(at);
      entry.item = item;
      if (entry.page === pages[at]) return;
      // A former page is dropped next: only a refresh moves anything.
      if (entry.page === 0) entry.references += 1;
      entry.page = pages[at];
      this.#page(pages[at]).held.push(numbers[at]);
    });
    return changed;
  }

  #page(number) {
    if (!this.pages.has(number)) this.pages.set(number, newPage());
    return this.pages.get(number);
  }

  /** Records what a page remembers, in place of what it did. */
  remember(number, remembered, { cell = -1, ...cursors } = {}) {
    const page = this.#page(number);
    const former = page.remembered;
    for (const id of remembered) this.pin(id);
    Object.assign(page, { remembered, cell, ...cursors });
    if (cell >= 0) this.pagesOfCells.set(cell, number);
    for (const id of former) this.unpin(id);
  }

  /** Another page holds an item now. */
  move(number, page) {
    const entry = this.entries.get(number);
    const { held } = this.pages.get(entry.page);
    held.splice(held.indexOf(number), 1);
    entry.page = page;
    this.#page(page).held.push(number);
  }

  remove(number) {
    const entry = this.entries.get(number);
    const { held } = this.pages.get(entry.page);
    held.splice(held.indexOf(number), 1);
    this.#letGo(entry);
    this.release([number]);
  }

  #letGo(entry) {
    entry.item = undefined;
    entry.page = 0;
    entry.references -= 1;
  }

  drop(dropped) {
    for (const number of dropped) {
      const page = this.pages.get(number);
      if (!page) continue;
      this.pages.delete(number);
      if (this.pagesOfCells.get(page.cell) === number) this.pagesOfCells.delete(page.cell);
      for (const id of page.held) {
        const entry = this.entries.get(id);
        if (entry?.page === number) this.#letGo(entry);
      }
      this.release(page.held);
      for (const id of page.remembered) this.unpin(id);
    }
  }
}
