// Makes the calls of Tests/wrong-calls.txt, which says what it has: each error names what was refused, and its value.
//
//     node Bindings/JavaScript/tests/wrong-calls.js MODULE STORE PRELOAD

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import '../src/lanes-node.js';
import { load } from '../src/node.js';
import { load as loadPreloads } from '../src/preload-node.js';
import { loadStores } from '../src/store-node.js';
import { WholeHost } from './whole-host.js';

const [module, stores, preloads] = process.argv.slice(2).map((file) => readFileSync(file));
const core = await load(module);
const storeModule = await loadStores(stores);
const preloadModule = await loadPreloads(preloads);

/** The calls with their arguments, the name that these have here, and their values. */
function* lines() {
  const table = readFileSync(new URL('../../../Tests/wrong-calls.txt', import.meta.url), 'utf8');
  for (const line of table.split('\n')) {
    if (line === '' || line.startsWith('#')) continue;
    const [call, argument, values, others] = line.split('|').map((part) => part.trim());
    const other = others.split(';').map((part) => part.split(':'))
      .find(([, languages = '']) => languages.trim().split(' ').includes('javascript'));
    const name = other?.[0].trim() ?? argument.replace(/_(.)/g, (_, letter) => letter.toUpperCase());
    yield { key: `${call} ${argument}`, name, values: values.split(' ') };
  }
}

const list = () => {
  const made = core.list({ estimate: 44 });
  made.insert(0, 10);
  made.update({ offset: 0, length: 400 });
  return made;
};
const settings = (make) => (value) => list().setSettings(make(value));
const update = (name) => (value) => list().update({ offset: 0, length: 400, [name]: value });
const host = (options) => {
  const made = new WholeHost(list(), options);
  assert.ok(made.begin({ offset: 0, length: 400 }, 100).asks.length > 0);
  return made;
};
const store = (options) => storeModule.create({ load: () => [], ...options });
const setStore = (name) => (value) => store().configure({ [name]: value });
const reply = (name) => (value) => {
  const made = storeModule.create({ load: () => ({ items: [{ id: 1 }], [name]: value }) });
  // It would ask again after a while.
  return made.refresh().finally(() => made.free());
};
const preloader = (name) => (value) => preloadModule.preloader({ load: () => 0, [name]: value });

const calls = {
  'create columns': (it) => core.list({ columns: it }),
  'create estimate': (it) => core.list({ estimate: it }),
  'create spacing': (it) => core.list({ spacing: it }),
  'create quantum': (it) => core.list({ quantum: it }),
  'insert index': (it) => list().insert(it, 1),
  'insert count': (it) => list().insert(0, it),
  'insert extents[1]': (it) => list().insert(0, 2, [1, it]),
  'remove lower': (it) => list().remove(it, 11),
  'remove upper': (it) => list().remove(2, it),
  'move lower': (it) => list().move(it, 2, 0),
  'move upper': (it) => list().move(8, it, 0),
  'move to': (it) => list().move(0, 2, it),
  'forget upper': (it) => list().forget(2, it),
  'set_row_extents row': (it) => list().setRowExtents(it, [1]),
  'set_row_extents extents[1]': (it) => list().setRowExtents(0, [1, it]),
  'mark_provisional upper': (it) => list().markProvisional(2, it),
  'set_layout columns': (it) => list().setLayout(it, 0, true),
  'set_layout spacing': (it) => list().setLayout(1, it, true),
  'set_lanes lanes': (it) => list().setLanes(it, 0),
  'set_lanes spacing': (it) => list().setLanes(2, it),
  'set_lanes tolerance': (it) => list().setLanes(2, 0, true, it),
  'set_span upper': (it) => list().setWide(2, it),
  'set_estimate estimate': (it) => list().setEstimate(it),
  'mark_header index': (it) => list().markHeader(it),
  'mark_header columns': (it) => list().markHeader(0, it),
  'unmark_header index': (it) => list().unmarkHeader(it),
  'apply old_ids': () => list().apply([1, 2], []),
  'apply new_ids': () => list().apply([0, 1, 2, 3, 4, 5, 6, 7, 8, 9], [1, 1]),
  'keep index': (it) => list().keep(it),
  'keep bits': (it) => list().keep(0, it),
  'set_names lower': (it) => list().setNames(it, []),
  'set_names names': () => list().setNames(9, [1, 2]),
  'change_names position': (it) => list().changeNames(it),
  ...Object.fromEntries(['offset', 'length', 'inset_start', 'inset_end', 'velocity', 'landing_offset', 'time', 'jitter']
    .map((name) => [`update ${name}`, update(name.replace(/_(.)/g, (_, letter) => letter.toUpperCase()))])),
  'update item': (it) => list().update({ item: it, length: 400 }),
  'update item_place': (it) => list().update({ item: 1, itemPlace: it, length: 400 }),
  'set_scroll_target index': (it) => list().setScrollTarget(it),
  'set_scroll_target fraction': (it) => list().setScrollTarget(0, it),
  'set_scroll_target shift': (it) => list().setScrollTarget(0, 'start', it),
  'set_settings slack': settings((slack) => ({ slack })),
  'set_settings foresight': settings((foresight) => ({ foresight })),
  'set_settings direction_threshold': settings((directionThreshold) => ({ directionThreshold })),
  'set_settings leading_screens[1]': settings((head) => ({ leadingScreens: { head } })),
  'set_settings overscan_items': settings((overscanItems) => ({ overscanItems })),
  'set_settings leading_items[0]': settings((tail) => ({ leadingItems: { tail } })),
  'set_settings extra_lengths[1]': settings((head) => ({ extraLengths: { head } })),
  'set_settings stick_distances[0]': settings((tail) => ({ stickDistances: { tail } })),
  'set_settings depth': settings((depth) => ({ depth })),
  'set_tuning leading': (it) => list().setTuning('full', 'display', { leading: it }),
  'set_tuning trailing': (it) => list().setTuning('full', 'display', { trailing: it }),
  'add_preload_time seconds': (it) => list().addPreloadTime(it),
  'begin_batch end': (it) => list().beginBatch(it),
  'finish outcome': () => list().beginBatch().finish('fetching'),
  'item index': (it) => list().item(it),
  'item_at offset': (it) => list().itemAt(it),
  'items_in lower': (it) => list().itemsIn(it, 10),
  'items_in upper': (it) => list().itemsIn(0, it),
  'rows lower': (it) => list().rows(it, 10),
  'rows upper': (it) => list().rows(0, it),
  'places upper': (it) => list().places(0, it),
  'unmeasured_rows upper': (it) => list().unmeasuredRows(0, it),
  'states lower': (it) => list().states(it, 10),
  'states upper': (it) => list().states(0, it),
  'section ordinal': (it) => list().section(it),
  'section_of_item index': (it) => list().sectionOfItem(it),
  'row_of_item index': (it) => list().rowOfItem(it),
  'items_of_row row': (it) => list().itemsOfRow(it),
  'host_options budget': (it) => host({ budget: it }),
  'host_options offset_step': (it) => host({ offsetStep: it }),
  'host_options ahead_count': (it) => host().setOptions({ aheadCount: it }),
  'host_begin offset': (it) => host().begin({ offset: it, length: 400 }, 100),
  'host_begin breadth': (it) => host().begin({ offset: 0, length: 400 }, it),
  'host_measured extents[0]': (it) => host().measured([it], 0),
  'host_measured time': (it) => host().measured([1], it),
  'host_set_extents extents[0]': (it) => host().setExtents([0], [it]),
  'host_wrote offset': (it) => host().wrote(it),
  'host_find index': (it) => host().find(it),
  'host_keep index': (it) => host().keep(it),
  'host_renew upper': (it) => host().renew(0, it),
  'host_scroll_to index': (it) => host().scrollTo(it),
  'host_scroll_to fraction': (it) => host().scrollTo(0, it),
  'host_scroll_to shift': (it) => host().scrollTo(0, 'start', it),
  'host_scroll_to_offset offset': (it) => host().scrollToOffset(it),
  'store page_size': (it) => store({ pageSize: it }),
  'store first_pages': (it) => store({ firstPages: it }),
  'store total': (it) => store({ total: it }),
  'store_settings request_limit': setStore('requestLimit'),
  'store_settings page_limit': setStore('pageLimit'),
  'store_settings item_limit': setStore('itemLimit'),
  'store_settings cost_limit': setStore('costLimit'),
  'store_settings jump_distance': setStore('jumpDistance'),
  'store_settings max_age': setStore('maxAge'),
  'store_expire age': (it) => store().expire(it),
  'store_settings settle': setStore('settle'),
  'store_reply total': reply('total'),
  'store_reply before': reply('before'),
  'store_reply after': reply('after'),
  'store_reply cost': reply('cost'),
  'store_refresh position': (it) => store().refresh({ position: it }),
  'store_insert slot': (it) => store().insert(it, [{ id: 5 }]),
  'store_attach leading_screens': (it) => store().attach(core.list(), { leadingScreens: it }),
  'preloader estimated_cost': preloader('estimatedCost'),
  'preloader_settings running_limit': preloader('runningLimit'),
  'preloader_settings ahead_limit': preloader('aheadLimit'),
  'preloader_settings attempt_limit': preloader('attemptLimit'),
  'preloader_settings budget': preloader('budget'),
  'preloader_settings ahead_budget': preloader('aheadBudget'),
  'preloader_settings keep_budget': preloader('keepBudget'),
  'preloader_settings grace': preloader('grace'),
  'preloader_settings foresight': preloader('foresight'),
};

/** The numbers and words of a text, as they are compared. */
const wordsOf = (text) => text.toLowerCase().replaceAll('infinity', 'inf').match(/-?[0-9.]+|[a-z]+/g)
  .map((word) => (Number.isNaN(Number(word)) ? word : String(Number(word))));

const numberOf = (text) => (text === 'inf' ? Infinity : Number(text));

const failures = [];
const made = new Set();
for (const { key, name, values } of lines()) {
  if (name === 'none' || name === 'type') continue;
  made.add(key);
  for (const value of values) {
    let told;
    try {
      // A store's reply comes later.
      await calls[key](numberOf(value));
    } catch (error) {
      told = error;
    }
    const said = told?.message.match(/(?:^|: )([\w.[\]]+) is (.+)$/) ?? [];
    const isNamed = said[1] === name && (told.name !== 'RangeCoreError' || told.argument === name)
      && (value === '-' || wordsOf(said[2]).includes(wordsOf(value)[0]));
    if (!isNamed) failures.push(`${key} = ${value}: ${told ?? 'is not refused'}`);
  }
}
assert.deepEqual(failures, []);
assert.deepEqual([...made].sort(), Object.keys(calls).sort(), 'a call has no line');
