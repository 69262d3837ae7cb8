// Checks rangecore_qt.hpp where the scenarios of Tests/Checks/Clients do not go: edits of models,
// keys, selection, widgets, batches, accessibility, and what a million rows cost.

#include <QtTest/QTest>
#include <QtWidgets>
#include <rangecore_qt.hpp>

#include <future>
#include <set>

#define CHECK(condition) \
  ((condition) ? void()  \
               : (std::fprintf(stderr, "line %d: %s\n", __LINE__, #condition), std::exit(1)))

namespace {

/// Names of rows, whose number says how tall they are.
class names : public QAbstractListModel {
 public:
  explicit names(int count) {
    for (int i = 0; i < count; i++) all.push_back(i);
  }
  int rowCount(const QModelIndex & = {}) const override { return int(all.size()); }
  QVariant data(const QModelIndex &index, int role) const override {
    int name = all[size_t(index.row())];
    return role == Qt::DisplayRole ? QVariant(QString("row %1").arg(name)) : QVariant();
  }
  bool canFetchMore(const QModelIndex &) const override { return can_fetch; }
  void fetchMore(const QModelIndex &) override {
    fetches++;
    can_fetch = false;
  }

  void insert(int row, int count) {
    beginInsertRows({}, row, row + count - 1);
    for (int i = 0; i < count; i++) all.insert(all.begin() + row, next++);
    endInsertRows();
  }
  void remove(int row, int count) {
    beginRemoveRows({}, row, row + count - 1);
    all.erase(all.begin() + row, all.begin() + row + count);
    endRemoveRows();
  }
  void move(int row, int to) {
    CHECK(beginMoveRows({}, row, row, {}, to));
    int name = all[size_t(row)];
    all.insert(all.begin() + to, name);
    all.erase(all.begin() + (row < to ? row : row + 1));
    endMoveRows();
  }
  /// Puts the rows in another order, and tells no more.
  template <typename Order>
  void arrange(Order order) {
    emit layoutAboutToBeChanged();
    std::vector<int> before = all;
    order(all);
    QHash<int, int> place;
    for (size_t i = 0; i < all.size(); i++) place[all[i]] = int(i);
    for (const QModelIndex &it : persistentIndexList()) {
      changePersistentIndex(it, index(place[before[size_t(it.row())]]));
    }
    emit layoutChanged();
  }
  void reset(int count) {
    beginResetModel();
    all.clear();
    for (int i = 0; i < count; i++) all.push_back(i);
    endResetModel();
  }

  std::vector<int> all;
  int next = 10'000'000, fetches = 0;
  bool can_fetch = false;
};

class sizes : public QStyledItemDelegate {
 public:
  QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override {
    measured++;
    int name = index.data().toString().mid(4).toInt();
    CHECK(option.rect.width() > 0);
    return {option.rect.width(), 20 + int(unsigned(name) * 37U % 60) + more.value(name)};
  }
  mutable int measured = 0;
  QHash<int, int> more;
};

struct fixture {
  explicit fixture(int count, int at = 0) : model(count) {
    view.setItemDelegate(&delegate);
    view.setModel(&model);
    view.resize(300, 400);
    view.show();
    run();
    if (at > 0) view.scrollTo(model.index(at), QAbstractItemView::PositionAtTop);
    run();
  }
  void run() {
    for (int round = 0; round < 5; round++) QApplication::processEvents();
    QApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    view.host.items.validate();
    CHECK(rc_host_validate(view.host.get(), nullptr) == RC_STATUS_OK);
    CHECK(view.host.items.count() == view.model()->rowCount(view.rootIndex()));
  }
  int top(int row) const { return view.visualRect(model.index(row)).top(); }
  int bottom(int row) const { return view.visualRect(model.index(row)).bottom() + 1; }
  /// Where the rows on screen are, by their names.
  std::map<int, int> screen() const {
    std::map<int, int> found;
    for (int y = 0; y < view.viewport()->height();) {
      QModelIndex index = view.indexAt({5, y});
      if (!index.isValid()) break;
      QRect rect = view.visualRect(index);
      CHECK(rect.contains(5, y) && rect.width() == view.viewport()->width());
      found[model.all[size_t(index.row())]] = rect.top();
      y = rect.bottom() + 1;
    }
    return found;
  }
  void key(int key, Qt::KeyboardModifiers modifiers = {}) {
    QTest::keyClick(&view, Qt::Key(key), modifiers);
    run();
  }
  int current() const { return view.currentIndex().row(); }

  names model;
  sizes delegate;
  rangecore::qt::list_view view;
};

/// All of what was on screen, and still is, is where it was.
void check_stays(const std::map<int, int> &before, const std::map<int, int> &now, size_t least) {
  size_t found = 0;
  for (auto [name, top] : before) {
    auto it = now.find(name);
    if (it == now.end()) continue;
    CHECK(it->second == top);
    found++;
  }
  CHECK(found >= least);
}

/// Nothing is proportional to the number of rows.
void has_a_million_rows() {
  fixture it(1'000'000);
  CHECK(it.delegate.measured > 5 && it.delegate.measured < 400);
  it.delegate.measured = 0;
  it.view.verticalScrollBar()->setValue(it.view.verticalScrollBar()->maximum() / 2);
  it.run();
  CHECK(it.delegate.measured > 5 && it.delegate.measured < 400);
  auto before = it.screen();
  it.delegate.measured = 0;
  it.model.insert(0, 20);
  it.model.remove(100, 7);
  it.run();
  CHECK(it.delegate.measured < 100);
  check_stays(before, it.screen(), 5);
  it.key(Qt::Key_End);
  CHECK(it.current() == it.model.rowCount() - 1);
  CHECK(it.bottom(it.current()) == it.view.viewport()->height());
  CHECK(it.view.verticalScrollBar()->value() == it.view.verticalScrollBar()->maximum());
  it.key(Qt::Key_Home);
  CHECK(it.current() == 0 && it.top(0) == 0 && it.view.verticalScrollBar()->value() == 0);
}

void keeps_its_place() {
  fixture it(10'000, 5'000);
  auto before = it.screen();
  auto stays = [&](size_t least) {
    it.run();
    auto now = it.screen();
    check_stays(before, now, least);
    before = now;
    for (auto [name, top] : now) {
      QModelIndex index = it.view.indexAt({5, std::max(top, 0)});
      QStyleOptionViewItem option;
      option.rect.setWidth(1);
      CHECK(it.view.visualRect(index).height() == it.delegate.sizeHint(option, index).height());
    }
  };
  it.model.insert(10, 3);
  stays(5);
  // Another slot that hears first asks where rows are, between two edits.
  QObject::connect(&it.model, &QAbstractItemModel::rowsRemoved, [&] { it.screen(); });
  it.model.remove(0, 2'000);
  it.model.insert(0, 1);
  stays(5);
  it.model.move(5, 9'000 - 2'000);
  stays(5);
  it.model.move(6'000, 5);
  stays(5);
  // From above to the last row on screen, where it comes to be the one before.
  int last = it.view.indexAt({5, 390}).row();
  before.erase(it.model.all[size_t(last)]);
  it.model.move(5, last);
  stays(3);
  // One that is inserted on screen pushes down what is below.
  int middle = it.view.indexAt({5, 200}).row();
  for (int row = middle; row < middle + 20; row++) before.erase(it.model.all[size_t(row)]);
  it.model.insert(middle, 1);
  stays(3);
  // From afar to the top, in a model that only says that something is elsewhere.
  it.model.arrange([](std::vector<int> &all) {
    std::rotate(all.begin(), all.end() - 1, all.end());
    std::swap(all[3], all[6'000]);
  });
  stays(5);
  it.model.arrange([](std::vector<int> &all) { std::reverse(all.begin(), all.end()); });
  it.run();
  CHECK(it.screen().size() > 3);
  // A row on screen grows downward.
  int row = it.view.indexAt({5, 200}).row(), top = it.top(row), bottom = it.bottom(row);
  it.delegate.more[it.model.all[size_t(row)]] = 50;
  emit it.model.dataChanged(it.model.index(row), it.model.index(row));
  it.run();
  CHECK(it.top(row) == top && it.bottom(row) == bottom + 50);
  // The first one too, whose end would stay otherwise.
  int first = it.view.indexAt({5, 5}).row(), start = it.top(first);
  it.delegate.more[it.model.all[size_t(first)]] = 5;
  emit it.model.dataChanged(it.model.index(first), it.model.index(first));
  it.run();
  CHECK(it.top(first) == start && it.top(row) == top + 5);
  it.delegate.more[it.model.all[size_t(first)]] = 0;
  emit it.model.dataChanged(it.model.index(first), it.model.index(first));
  it.run();
  CHECK(it.top(row) == top);
  // The same, told by the delegate; no other row is measured for it.
  it.delegate.more[it.model.all[size_t(row)]] = 0;
  it.run(), it.delegate.measured = 0;
  emit it.delegate.sizeHintChanged(it.model.index(row));
  it.run();
  CHECK(it.top(row) == top && it.bottom(row) == bottom);
  // What comes on screen below, and near it, is new.
  CHECK(it.delegate.measured > 0 && it.delegate.measured < 10);
  // At another width, font and spacing all are measured again.
  for (int change = 0; change < 3; change++) {
    it.delegate.measured = 0;
    if (change == 0) it.view.resize(250, 400);
    if (change == 1) it.view.setFont(QFont("serif", 20));
    if (change == 2) it.view.setSpacing(7);
    it.run();
    CHECK(it.delegate.measured > 3 && it.delegate.measured < 100);
  }
  CHECK(it.top(row + 1) == it.bottom(row) + 7);
  it.view.setSpacing(0);
  it.model.reset(50);
  it.run();
  CHECK(it.screen().size() > 3);
  it.view.setModel(nullptr);
  QApplication::processEvents();
  CHECK(!it.view.indexAt({5, 5}).isValid() && it.view.host.items.count() == 0);
}

/// A page of keys skips no row, also of those that were never measured.
void has_keys() {
  fixture it(10'000, 3'000);
  it.view.setCurrentIndex(it.model.index(3'000));
  for (int direction : {1, 1, 1, 1, -1, -1, -1, -1, -1, -1, -1}) {
    int before = it.current();
    it.key(direction > 0 ? Qt::Key_PageDown : Qt::Key_PageUp);
    CHECK((it.current() - before) * direction > 1);
    int from = std::min(before, it.current()), to = std::max(before, it.current());
    CHECK(it.bottom(to) - it.top(from) <= it.view.viewport()->height());
    CHECK(it.top(it.current()) >= 0 && it.bottom(it.current()) <= it.view.viewport()->height());
    int next = it.current() + direction;
    CHECK(std::max(it.bottom(to), it.bottom(next)) - std::min(it.top(from), it.top(next)) >
          it.view.viewport()->height());
  }
  it.view.setSelectionMode(QAbstractItemView::ExtendedSelection);
  it.view.setCurrentIndex(it.model.index(40));
  it.key(Qt::Key_Down), it.key(Qt::Key_Down, Qt::ShiftModifier);
  it.key(Qt::Key_Down, Qt::ShiftModifier);
  CHECK(it.view.selectionModel()->selectedIndexes().size() == 3 && it.current() == 43);
  // Selection and the current row follow their items, and nothing scrolls.
  int top = it.top(41);
  it.model.insert(0, 5);
  it.model.move(48, 100);
  it.run();
  CHECK(it.top(46) == top);
  CHECK(it.current() == 99 && it.view.selectionModel()->isSelected(it.model.index(46)));
  // A current row that is away and removed scrolls nothing either.
  auto before = it.screen();
  it.model.remove(99, 1);
  it.run();
  check_stays(before, it.screen(), before.size());
  CHECK(it.current() >= 98);
  QTest::keyClicks(&it.view, "row 5000");
  CHECK(it.model.data(it.view.currentIndex(), Qt::DisplayRole) == "row 5000");
  it.run();
  CHECK(it.top(it.current()) >= 0 && it.bottom(it.current()) <= it.view.viewport()->height());
  // By mouse, and with shift to another row.
  QModelIndex first = it.view.indexAt({5, 30}), last = it.view.indexAt({5, 350});
  QTest::mouseClick(it.view.viewport(), Qt::LeftButton, {}, {5, 30});
  QTest::mouseClick(it.view.viewport(), Qt::LeftButton, Qt::ShiftModifier, {5, 350});
  CHECK(it.view.selectionModel()->selectedIndexes().size() == last.row() - first.row() + 1);
  it.key(Qt::Key_A, Qt::ControlModifier);
  CHECK(it.view.selectionModel()->isSelected(it.model.index(9'999)));
  // Hidden rows have no height, and keys pass them.
  it.view.setCurrentIndex(it.model.index(10));
  it.view.setRowHidden(11, true), it.run();
  CHECK(it.top(12) == it.bottom(10) && !it.view.visualRect(it.model.index(11)).isValid());
  it.key(Qt::Key_Down);
  CHECK(it.current() == 12);
  it.view.setRowHidden(11, false), it.run();
  CHECK(it.top(12) == it.bottom(11));
}

/// Rows beside each other, each below the last one of its lane.
void has_lanes() {
  fixture it(10'000);
  it.view.set_lanes(3);
  it.run();
  it.view.scrollTo(it.model.index(3'000), QAbstractItemView::PositionAtTop);
  it.run();
  const int width = it.view.viewport()->width(), height = it.view.viewport()->height();
  auto rect = [&](int row) { return it.view.visualRect(it.model.index(row)); };
  auto is_shown = [&](int row) { return rect(row).intersects({0, 0, width, height}); };
  auto screen = [&] {
    std::map<int, QRect> found;
    for (int row = 0; row < it.model.rowCount(); row++) {
      if (is_shown(row)) found[it.model.all[size_t(row)]] = rect(row);
    }
    return found;
  };
  CHECK(rect(3'000).top() == 0);
  auto before = screen();
  std::set<int> lefts;
  for (auto [name, place] : before) {
    CHECK(place.height() == 20 + int(unsigned(name) * 37U % 60));
    CHECK(std::abs(place.width() - width / 3) <= 1);
    for (auto [other, its] : before) CHECK(other == name || !place.intersects(its));
    CHECK(it.view.indexAt(place.intersected({0, 0, width, height}).center()).data() ==
          QString("row %1").arg(name));
    lefts.insert(place.left());
  }
  CHECK(lefts.size() == 3);
  it.model.insert(10, 30);
  it.model.remove(500, 11);
  it.run();
  CHECK(screen() == before);
  // Keys go to the neighbour on the screen.
  const QPoint middle(width / 2, height / 2);
  it.view.setCurrentIndex(it.view.indexAt(middle));
  CHECK(it.view.currentIndex().isValid());
  const int row = it.current();
  QRect own = rect(row);
  it.key(Qt::Key_Right);
  CHECK(rect(it.current()).left() == own.right() + 1 && rect(it.current()).top() <= own.bottom() &&
        rect(it.current()).bottom() >= own.top());
  own = rect(it.current());
  it.key(Qt::Key_Right);
  CHECK(rect(it.current()) == own);
  it.key(Qt::Key_Down);
  CHECK(rect(it.current()).left() == own.left() && rect(it.current()).top() == own.bottom() + 1);
  it.key(Qt::Key_Up);
  CHECK(rect(it.current()) == own);
  it.key(Qt::Key_PageDown);
  CHECK(rect(it.current()).left() == own.left() && it.current() > row + 6);
  // A click selects one row, and a wide one goes across.
  QTest::mouseClick(it.view.viewport(), Qt::LeftButton, {}, middle);
  CHECK(it.view.selectionModel()->selectedIndexes().size() == 1);
  const int wide = it.view.indexAt(middle).row() + 4;
  it.view.host.items.set_span({wide, wide + 1}, RC_SPAN_WIDE);
  it.view.host.update();
  it.run();
  CHECK(rect(wide).left() == 0 && rect(wide).width() == width);
  it.view.set_lanes(1);
  it.run();
  CHECK(rect(it.current()).width() == width && rect(0).bottom() < rect(1).top());
}

/// Behind another page, and edited meanwhile, it is where it was when it is shown again.
void is_hidden() {
  QStackedWidget stack;
  fixture it(10'000, 3'000);
  stack.addWidget(&it.view);
  stack.addWidget(new QLabel("another page"));
  stack.resize(300, 400), stack.show();
  it.run();
  for (int width : {300, 250, 300}) {
    auto before = it.screen();
    stack.setCurrentIndex(1), it.run();
    CHECK(!it.view.isVisible());
    it.model.insert(0, 30), it.model.remove(100, 7);
    it.run();
    stack.resize(width, 400), it.run();
    it.model.insert(0, 5);
    stack.setCurrentIndex(0), it.run();
    CHECK(it.view.isVisible() && it.view.width() == width);
    check_stays(before, it.screen(), before.size());
  }
  it.view.setParent(nullptr);
}

/// What is drawn is where rows are, in pixels of the screen, of which there may be 1.5 or 2 to one
/// of Qt's; and it is drawn in the direction of the app, with the bar at the end of a line.
void draws_where_rows_are() {
  struct colors : sizes {
    void paint(QPainter *painter, const QStyleOptionViewItem &option,
               const QModelIndex &index) const override {
      CHECK(option.direction == QApplication::layoutDirection());
      painter->fillRect(option.rect, of(index.data().toString().mid(4).toInt()));
    }
    static QColor of(int name) { return QColor::fromHsv(name * 97 % 360, 255, 255); }
  } delegate;
  double ratio = qEnvironmentVariableIsSet("QT_SCALE_FACTOR")
                     ? qEnvironmentVariable("QT_SCALE_FACTOR").toDouble()
                     : 1;
  fixture it(10'000, 3'000);
  CHECK(it.view.devicePixelRatio() == ratio);
  it.view.setItemDelegate(&delegate), it.run();
  for (int step = 0; step < 40; step++) {
    it.view.verticalScrollBar()->setValue(it.view.verticalScrollBar()->value() - 37);
    if (step % 5 == 0) it.model.insert(0, 3);
    it.run();
    QImage drawn = it.view.viewport()->grab().toImage();
    CHECK(drawn.height() == std::ceil(it.view.viewport()->height() * ratio));
    size_t seen = 0;
    for (auto [name, top] : it.screen()) {
      int row = it.view.indexAt({5, std::max(top, 0)}).row();
      // A pixel that two rows share is neither's.
      int first = int(std::ceil(std::max(top, 0) * ratio));
      int last = std::min(int(std::floor(it.bottom(row) * ratio)), drawn.height()) - 1;
      for (int y : {first, (first + last) / 2, last}) {
        for (int x : {0, drawn.width() - 1}) {
          CHECK(first > last || drawn.pixel(x, y) == colors::of(name).rgb());
        }
      }
      seen++;
    }
    CHECK(seen > 3);
  }
  bool is_mirrored = QApplication::isRightToLeft();
  CHECK((it.view.verticalScrollBar()->mapTo(&it.view, QPoint()).x() < 150) == is_mirrored);
}

/// In a scene that shows it larger, the list is scrolled by the scene's events and keeps its place.
void is_in_a_scene() {
  QGraphicsScene scene;
  fixture it(10'000, 3'000);
  QGraphicsProxyWidget *proxy = scene.addWidget(&it.view);
  QGraphicsView outer(&scene);
  outer.scale(1.25, 1.25);
  outer.resize(500, 600);
  outer.show();
  it.run();
  auto before = it.screen();
  it.model.insert(0, 30), it.model.remove(100, 7);
  it.run();
  check_stays(before, it.screen(), before.size());
  before = it.screen();
  QPointF place(outer.mapFromScene(proxy->mapToScene(100, 100)));
  QWheelEvent wheel(place, outer.viewport()->mapToGlobal(place), {}, {0, 120}, Qt::NoButton,
                    Qt::NoModifier, Qt::NoScrollPhase, false);
  int value = it.view.verticalScrollBar()->value();
  QApplication::sendEvent(outer.viewport(), &wheel), it.run();
  int way = value - it.view.verticalScrollBar()->value();
  // What is above has been measured, and the offset was corrected by as much.
  auto now = it.screen();
  std::set<int> ways;
  for (auto [name, top] : before) {
    if (now.count(name) != 0) ways.insert(now[name] - top);
  }
  CHECK(way != 0 && ways.size() == 1 && *ways.begin() > 0 && *ways.begin() < 200);
  it.model.insert(0, 5), it.run();
  check_stays(now, it.screen(), now.size());
  proxy->setWidget(nullptr);
}

/// While a finger is on the list its offset is the finger's; it selects and clicks on nothing.
void has_fingers() {
  fixture it(10'000, 3'000);
  QPointingDevice *device = QTest::createTouchDevice();
  int clicks = 0;
  QObject::connect(&it.view, &QAbstractItemView::clicked, [&] { clicks++; });
  QScroller::grabGesture(it.view.viewport(), QScroller::TouchGesture);
  it.view.setCurrentIndex(it.model.index(3'001));
  QScroller *scroller = QScroller::scroller(it.view.viewport());
  auto wait = [&](QScroller::State state) {
    CHECK(QTest::qWaitFor([&] { return scroller->state() == state; }));
    QTest::qWait(50);
  };
  auto window = it.view.viewport();
  QTest::touchEvent(window, device).press(0, QPoint(100, 300));
  for (int y : {290, 280, 270, 200}) QTest::touchEvent(window, device).move(0, QPoint(100, y));
  wait(QScroller::Dragging);
  int value = it.view.verticalScrollBar()->value();
  auto before = it.screen();
  it.model.insert(0, 10);
  it.run();
  CHECK(it.view.verticalScrollBar()->value() == value && it.view.host.latest().pending > 400);
  check_stays(before, it.screen(), before.size());
  // Up to the edge, where a mouse would scroll.
  QTest::touchEvent(window, device).move(0, QPoint(100, 395));
  QTest::qWait(300);
  CHECK(it.view.verticalScrollBar()->value() == value - 195);
  before = it.screen();
  QTest::touchEvent(window, device).move(0, QPoint(100, 395));
  QTest::touchEvent(window, device).release(0, QPoint(100, 395));
  wait(QScroller::Inactive);
  CHECK(it.view.host.latest().pending == 0 && clicks == 0 && it.current() == 3'011);
  check_stays(before, it.screen(), before.size());
}

/// Only rows that are near have widgets, and one with the focus keeps it.
void has_widgets() {
  fixture it(0);
  it.view.make_widget = [&](const QModelIndex &index) {
    auto widget = new QLineEdit(index.data().toString());
    widget->setFixedHeight(30 + index.row() % 3 * 10);
    return widget;
  };
  it.model.insert(0, 1'000);
  it.run();
  auto count = [&] { return it.view.viewport()->findChildren<QLineEdit *>().size(); };
  auto widget = [&](int row) { return it.view.indexWidget(it.model.index(row)); };
  CHECK(count() > 5 && count() < 80);
  CHECK(it.bottom(2) - it.top(2) == 50 && widget(2)->geometry().top() == it.top(2));
  QApplication::setActiveWindow(&it.view);
  QPointer<QWidget> focused = widget(3);
  focused->setFocus();
  CHECK(focused->hasFocus() && it.current() == 3);
  it.view.verticalScrollBar()->setValue(10'000);
  it.run(), it.run();
  CHECK(count() < 80 && it.screen().size() > 3);
  it.model.insert(0, 2);
  it.run();
  CHECK(focused != nullptr && focused->hasFocus() && widget(5) == focused && it.current() == 5);
  it.view.setFocus();
  it.run();
  it.view.verticalScrollBar()->setValue(20'000);
  it.run(), it.run();
  CHECK(focused == nullptr && widget(5) == nullptr);
  it.model.remove(0, 1'002);
  it.run();
  CHECK(count() == 0);
}

void has_batches() {
  fixture it(30);
  it.model.can_fetch = true;
  it.view.verticalScrollBar()->setValue(600);
  it.run();
  CHECK(it.model.fetches == 1);
  it.model.insert(30, 5);
  it.run();
  // The next one is due at once; this one brings nothing, and says that there is still more.
  it.model.can_fetch = true;
  it.view.verticalScrollBar()->setValue(it.view.verticalScrollBar()->maximum());
  it.run();
  CHECK(it.model.fetches == 2);
  it.model.can_fetch = true;
  QTest::qWait(700);
  CHECK(it.model.fetches == 2);
  CHECK(it.view.host.load_at(RC_END_TAIL).state == rangecore::load_state::failed);
  it.view.host.retry(RC_END_TAIL);
  CHECK(it.model.fetches == 3);
}

/// Of older messages at the head: what is fetched goes into the model, and only there.
void has_a_head() {
  fixture it(100, 50);
  int calls = 0;
  auto load = [&](const rangecore::batch_request &) {
    return std::async(std::launch::async, [first = calls++ == 0] {
      return first ? rangecore::batch<int>{{1, 2, 3}, false} : rangecore::batch<int>{{}, true};
    });
  };
  it.view.host.set_fetcher(RC_END_HEAD, load, [&](std::vector<int> found) {
    if (!found.empty()) it.model.insert(0, int(found.size()));
  });
  it.view.scrollToTop();
  auto state = [&] { return it.view.host.load_at(RC_END_HEAD).state; };
  CHECK(QTest::qWaitFor([&] { return state() == rangecore::load_state::exhausted; }));
  it.run();
  CHECK(calls == 2 && it.model.rowCount() == 103);
  // What the model does not have cannot be inserted.
  auto refuses = [&](auto edit) {
    try {
      edit();
    } catch (const rangecore::error &error) {
      return error.status == RC_STATUS_BUSY;
    }
    return false;
  };
  CHECK(refuses([&] { it.view.host.items.insert(0, 1); }));
  CHECK(refuses([&] { it.view.host.items.remove({0, 1}); }));
  it.run();
}

/// Another model begins anew, at both ends, and gets nothing that was fetched for the one before.
void has_models() {
  for (bool sticks : {false, true}) {
    fixture it(1'000);
    names other(500);
    rc_list_settings settings = it.view.host.items.settings();
    settings.sticks[RC_END_TAIL] = sticks;
    it.view.host.items.set_settings(settings);
    int calls = 0, inserted = 0;
    std::promise<void> gate;
    std::shared_future<void> opened = gate.get_future();
    it.view.host.set_fetcher(
        RC_END_HEAD,
        [&](const rangecore::batch_request &) {
          return std::async(std::launch::async, [opened, is_late = ++calls == 2] {
            if (is_late) opened.wait();
            return is_late ? rangecore::batch<int>{{1}, false} : rangecore::batch<int>{{}, true};
          });
        },
        [&](std::vector<int> found) { inserted += int(found.size()); });
    it.view.scrollTo(it.model.index(0), QAbstractItemView::PositionAtTop);
    auto state = [&] { return it.view.host.load_at(RC_END_HEAD).state; };
    CHECK(QTest::qWaitFor([&] { return state() == rangecore::load_state::exhausted; }));
    CHECK(calls == 1);
    it.view.scrollTo(it.model.index(500), QAbstractItemView::PositionAtTop);
    it.run();
    it.model.can_fetch = other.can_fetch = true;
    auto begins = [&] {
      it.run();
      int row = sticks ? it.view.model()->rowCount() - 1 : 0;
      QRect rect = it.view.visualRect(it.view.model()->index(row, 0));
      CHECK(sticks ? rect.bottom() + 1 == it.view.viewport()->height() : rect.top() == 0);
    };
    it.view.setModel(&other);
    // It was empty between, for which nothing was fetched.
    CHECK(calls == 1 && it.model.fetches == 0 && other.fetches == 0);
    begins();
    CHECK(other.fetches == int(sticks));
    it.view.scrollTo(other.index(0), QAbstractItemView::PositionAtTop);
    it.run();
    CHECK(calls == 2 && state() == rangecore::load_state::loading);
    it.view.setModel(&it.model);
    begins();
    gate.set_value();
    QTest::qWait(150);
    CHECK(inserted == 0 && calls == 2 + int(!sticks));
    it.view.setModel(nullptr);
  }
}

/// An app may follow by the view, whose widgets are placed all the same.
void has_followers() {
  fixture it(0);
  int calls = 0;
  it.view.make_widget = [&](const QModelIndex &index) {
    auto widget = new QLineEdit(index.data().toString());
    widget->setFixedHeight(30 + index.row() % 3 * 10);
    return widget;
  };
  it.view.host.follow(&it.view, [&] { calls++; });
  it.model.insert(0, 1'000);
  it.run();
  auto widget = [&](int row) { return it.view.indexWidget(it.model.index(row)); };
  int before = calls, top = widget(3)->y();
  widget(2)->setFixedHeight(widget(2)->height() + 25);
  it.view.host.remeasure(2);
  CHECK(calls > before && widget(3)->y() == top + 25 && it.top(3) == top + 25);
}

/// With a footer it sticks to the end of that, if the distance is no less.
void sticks_with_a_footer() {
  fixture it(0);
  rc_list_settings settings = it.view.host.items.settings();
  settings.sticks[RC_END_TAIL] = true;
  settings.extra_lengths[RC_END_TAIL] = settings.stick_distances[RC_END_TAIL] = 30;
  it.view.host.items.set_settings(settings);
  QWidget footer(it.view.viewport());
  footer.resize(300, 30);
  it.view.host.follow(&footer, [&] {
    double length = it.view.host.latest().scroll_length;
    footer.move(0, int(length) - 30 - it.view.verticalScrollBar()->value());
  });
  footer.show();
  auto at_end = [&] {
    it.run();
    int end = it.bottom(it.model.rowCount() - 1);
    return end == it.view.viewport()->height() - 30 && footer.y() == end;
  };
  it.model.insert(0, 1'000);
  CHECK(at_end());
  it.view.setCurrentIndex(it.model.index(0));
  CHECK(it.top(0) == 0);
  it.key(Qt::Key_End);
  CHECK(it.current() == 999 && at_end());
  it.model.insert(1'000, 2);
  CHECK(at_end());
  it.view.host.unfollow(&footer);
}

void has_roots() {
  QStandardItemModel model;
  for (int root = 0; root < 3; root++) {
    auto item = new QStandardItem(QString("root %1").arg(root));
    for (int row = 0; row < 100; row++) item->appendRow(new QStandardItem(QString::number(row)));
    model.appendRow(item);
  }
  rangecore::qt::list_view view;
  view.setModel(&model);
  view.setRootIndex(model.index(1, 0));
  view.resize(300, 400);
  view.show();
  auto run = [] {
    for (int round = 0; round < 5; round++) QApplication::processEvents();
  };
  run();
  CHECK(view.host.items.count() == 100 && view.indexAt({5, 5}).parent() == model.index(1, 0));
  model.item(0)->removeRows(0, 50);
  model.item(1)->appendRow(new QStandardItem("last"));
  run();
  CHECK(view.host.items.count() == 101);
  // Without its root it shows the top.
  model.removeRow(1);
  run();
  CHECK(view.host.items.count() == 2 && view.indexAt({5, 5}) == model.index(0, 0));
}

/// The row that the last event of focus was about.
int told_row = -1;

void hear(QAccessibleEvent *event) {
  if (event->type() == QAccessible::Focus && event->child() >= 0) told_row = event->child();
}

/// What a screen reader is told, by Qt's own interfaces. With an argument the program checks only
/// this.
void is_accessible() {
  fixture it(1'000, 500);
  QApplication::setActiveWindow(&it.view);
  it.view.setFocus();
  it.view.setCurrentIndex(it.model.index(502));
  it.run();
  QAccessibleInterface *list = QAccessible::queryAccessibleInterface(&it.view);
  CHECK(list->role() == QAccessible::List && list->childCount() == 1'000);
  auto check = [&](int row) {
    QAccessibleInterface *item = list->child(row);
    QString name = it.model.data(it.model.index(row), Qt::DisplayRole).toString();
    CHECK(item->role() == QAccessible::ListItem && item->text(QAccessible::Name) == name);
    CHECK(list->indexOfChild(item) == row && item->parent() == list);
    CHECK(item->state().focused == (row == it.current()));
    CHECK(item->state().selected == (row == it.current()));
    QRect rect = it.view.visualRect(it.model.index(row)), view = it.view.rect();
    QRect place(it.view.viewport()->mapToGlobal(rect.topLeft()), rect.size());
    view.moveTopLeft(it.view.mapToGlobal(QPoint()));
    CHECK(item->rect() == place && item->state().invisible == !view.intersects(place));
    if (it.view.viewport()->rect().contains(rect.center())) {
      QPoint centre = item->rect().center();
      CHECK(list->childAt(centre.x(), centre.y()) == item);
    }
  };
  auto check_all = [&] {
    it.run();
    CHECK(list->childCount() == it.model.rowCount() && list->focusChild() != nullptr);
    for (int row : {0, it.current() - 1, it.current(), it.current() + 1, 900}) check(row);
  };
  check_all();
  QAccessibleInterface *item = list->child(502);
  it.model.insert(0, 3), check_all();
  CHECK(list->indexOfChild(item) == 505 && it.current() == 505);
  it.model.remove(100, 10), check_all();
  CHECK(list->indexOfChild(item) == 495);
  it.model.move(495, 10), check_all();
  CHECK(it.current() == 10);
  it.model.arrange([](std::vector<int> &all) { std::reverse(all.begin(), all.end()); });
  check_all();
  it.key(Qt::Key_PageUp), check_all();
  auto former = QAccessible::installUpdateHandler(hear);
  it.key(Qt::Key_Down);
  CHECK(told_row == it.current());
  QAccessible::installUpdateHandler(former);
  it.key(Qt::Key_End);
  check(it.current());
  it.model.remove(it.current(), 1);
  check(it.current());
  it.model.reset(950);
  it.view.setCurrentIndex(it.model.index(3)), check_all();
}

}  // namespace

int main(int argc, char **argv) {
  QApplication app(argc, argv);
  if (argc > 1) {
    // Where something reads the screen: else Qt's views tell nobody of edits.
    CHECK(QTest::qWaitFor([] { return QAccessible::isActive(); }));
    is_accessible();
    return 0;
  }
  has_a_million_rows();
  keeps_its_place();
  has_keys();
  has_lanes();
  is_hidden();
  draws_where_rows_are();
  is_in_a_scene();
  has_fingers();
  has_widgets();
  has_batches();
  has_a_head();
  has_models();
  has_followers();
  sticks_with_a_footer();
  has_roots();
}
