// A QListView for Qt 6 whose rows have any height: they are measured when they come near, and keep
// their place on screen through all edits of the model. It takes no more time for a million rows.
//
// QListView itself asks the delegate for the size of each row before it shows the first one, and
// again after each edit. Everything else is QListView's own, and keeps working: selection,
// keyboard, search by typing, drag and drop, editors, style sheets (`QListView::item`), and
// accessibility as a list of list items. It needs no moc.
#ifndef RANGECORE_QT_HPP
#define RANGECORE_QT_HPP

#include <rangecore_host.hpp>

#include <QtCore/QPersistentModelIndex>
#include <QtCore/QPointer>
#include <QtCore/QTimer>
#include <QtGui/QAccessible>
#include <QtGui/QCursor>
#include <QtWidgets/QApplication>
#include <QtWidgets/QListView>
#include <QtWidgets/QScrollBar>
#include <QtWidgets/QScroller>
#include <QtWidgets/QStylePainter>

namespace rangecore::qt {

/// A QListView of rows of any height, from any model: set the model, and show it.
///
/// ```cpp
/// QStringListModel messages({"Hello", "A message that is longer than the list is wide"});
/// rangecore::qt::list_view view;
/// view.setWordWrap(true);
/// view.setModel(&messages);
/// view.show();
/// ```
///
/// A row is as tall as its delegate's `sizeHint` for an option whose `rect` is as wide as the list,
/// or as its index widget. It is measured when it comes near, and again after `dataChanged`,
/// `sizeHintChanged`, another width, font or style. Between, only what is drawn is asked of the
/// model. After edits of the model, what is on screen stays where it is; so does it while a finger
/// or a fling of QScroller moves the list. `layoutChanged` keeps those rows on screen in place that
/// are still in the same order, and `modelReset` none. `setModel` begins again, at the top or at a
/// tail that sticks, and cancels fetches in progress at both ends.
///
/// Batches at the tail come from the model's `canFetchMore` and `fetchMore`, two screenfuls before
/// they are needed. Such a fetch ends when rows are appended, and has failed, to be tried again
/// with exponential back-off, if `canFetchMore` is true again before. For the head, and for a
/// source that tells of its failures, call `host.set_fetcher`; what it inserts, it inserts in the
/// model.
///
/// With `set_lanes` rows are beside each other, in lanes of which each goes on where its own last
/// row ends (masonry). Left and right then go to the row of the next lane that overlaps most.
///
/// What else QListView has beside a list from top to bottom is deleted: icons, wrapping, flow,
/// grids. Rows drag without a picture; `host.scroll_to` jumps, also with `animated`. Hide many rows
/// by a proxy model, as hidden ones are measured too. All rows together are at most 2,147,483,647
/// pixels.
///
/// Errors: terminates the program where memory is missing, as Qt does. Complexity: O(rows near ·
/// log rows) for a scroll, an edit or a paint. Threads: that of the widget.
class list_view : public QListView {
  struct near_row {
    QPersistentModelIndex index;
    QPointer<QWidget> widget;
  };
  struct surface {
    using view = near_row;

    list_view &owner;
    bool is_closing = false;

    rc_viewport get_viewport() { return owner.get_viewport(); }
    double breadth() { return owner.viewport()->width(); }
    void set_scroll_length(double length) { owner.set_scroll_length(length); }
    void set_offset(double offset, bool) { owner.verticalScrollBar()->setValue(whole(offset)); }
    near_row make_view(int64_t item) { return owner.make_row(item); }
    double measure(near_row &row, int64_t item, uint32_t columns) {
      return owner.measure(row.widget, item, columns);
    }
    void place(near_row &, const frame &) { owner.viewport()->update(); }
    void recycle(near_row row) {
      if (!is_closing && row.widget != nullptr) owner.setIndexWidget(row.index, nullptr);
    }
    void schedule(double seconds, std::function<void()> work) {
      auto begin = [it = &owner, seconds, work = std::move(work)] {
        QTimer::singleShot(whole(std::ceil(seconds * 1000)), it, work);
      };
      // On the thread of the widget, whatever the thread it is called on.
      QMetaObject::invokeMethod(&owner, std::move(begin));
    }
  };

  // Before `host`, which calls it.
  surface surface_{*this, false};

 public:
  /// The host of the list, for settings, batches, and what enters and leaves the ranges:
  /// `host.items.set_settings`, `host.set_fetcher`, `host.on_entered`. The model owns the items:
  /// edit the model; `host.items` refuses edits of items with `BUSY`.
  rangecore::host<surface> host;

  /// Makes the widget of a row that has come near, or returns NULL for none; by default all rows
  /// are drawn by their delegates. It becomes the row's index widget, which is deleted when the row
  /// is no longer near, unless it has the focus. Set it before the model.
  std::function<QWidget *(const QModelIndex &)> make_widget;

  explicit list_view(QWidget *parent = nullptr) : QListView(parent), host(surface_, &options()) {
    QListView::setVerticalScrollMode(ScrollPerPixel);
    // A bar that comes and goes would change the width, and so all rows.
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOn);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    host.set_fetcher(RC_END_TAIL, [this](fetch fetch) { fetch_more(std::move(fetch)); });
    host.items.is_model_ = true;
    // An app may follow by the address of the view.
    host.follow(&surface_, [this] { updateEditorGeometries(); });
    connections_[0].push_back(connect(qApp, &QApplication::focusChanged, this,
                                      [this](QWidget *, QWidget *now) { keep_focused(now); }));
  }
  ~list_view() override {
    surface_.is_closing = true;
    for (const auto &it : connections_) end(it);
  }

  void setMovement(Movement) = delete;
  void setFlow(Flow) = delete;
  void setWrapping(bool) = delete;
  void setViewMode(ViewMode) = delete;
  void setGridSize(const QSize &) = delete;
  void setVerticalScrollMode(ScrollMode) = delete;

  /// Lays the rows out in so many lanes, 1 … 16; each is that part of the width, and rows that
  /// `host.items.set_span` makes wide are as wide as the list. The rows are measured again.
  void set_lanes(int lanes) {
    lanes_ = std::clamp(lanes, 1, RC_LANE_COUNT_MAX);
    host.items.set_lanes(uint32_t(lanes_), spacing(), 0, true);
    is_due_ = false;
    scheduleDelayedItemsLayout();
  }
  int lanes() const { return lanes_; }

  /// As in QListView.
  void setRowHidden(int row, bool hide) {
    QListView::setRowHidden(row, hide);
    is_due_ = false;
  }

  void setModel(QAbstractItemModel *model) override {
    if (model == this->model()) return;
    end(connections_[1]);
    connections_[1].clear();
    empty();
    QListView::setModel(model);
    if (model != nullptr) hear_model();
  }

  void setRootIndex(const QModelIndex &index) override {
    QListView::setRootIndex(index);
    replace(0, host.items.count(), rows());
  }

  QRect visualRect(const QModelIndex &index) const override {
    settle();
    bool is_shown = index.isValid() && index.parent() == rootIndex() &&
                    index.column() == modelColumn() && index.row() < host.items.count();
    if (!is_shown || isRowHidden(index.row())) return {};
    const rc_lanes_position it = host.items.places({index.row(), index.row() + 1})[0];
    // Far from the screen it need not be exact.
    double start = std::clamp(it.offset - origin(), -1e9, 1e9);
    const int lanes = it.span == RC_SPAN_WIDE ? 1 : lanes_, width = viewport()->width();
    const int lane = it.lane == RC_LANE_NONE ? 0 : int(it.lane);
    const int near = width * lane / lanes, far = width * (lane + 1) / lanes;
    return {isRightToLeft() ? width - far : near, whole(start), far - near, whole(it.extent)};
  }

  QModelIndex indexAt(const QPoint &point) const override {
    settle();
    rc_interval found = rows_in(point.y(), point.y() + 1);
    // Those that are hidden have no extent.
    for (int64_t row = found.lower; row < found.upper; row++) {
      if (visualRect(index_of(row)).contains(point)) return index_of(row);
    }
    return {};
  }

  void scrollTo(const QModelIndex &index, ScrollHint hint = EnsureVisible) override {
    QRect rect = visualRect(index);
    bool is_visible = rect.top() >= 0 && rect.bottom() < viewport()->height();
    if (!rect.isValid() || is_removing_ || (hint == EnsureVisible && is_visible)) return;
    // It would go on from where it is.
    if (is_moving()) QScroller::scroller(viewport())->stop();
    host.scroll_to(index.row(), hint == PositionAtTop      ? fraction::start
                                : hint == PositionAtCenter ? fraction::center
                                : hint == PositionAtBottom ? fraction::end
                                                           : fraction::nearest);
  }

  void doItemsLayout() override {
    auto looks = std::make_tuple(wordWrap(), iconSize(), itemDelegate(), modelColumn());
    // Of edits it is known which rows have changed.
    if (!std::exchange(is_due_, false) || std::exchange(looks_, looks) != looks) {
      host.items.mark_provisional({0, host.items.count()});
    }
    if (spacing_ != spacing()) {
      host.items.set_lanes(uint32_t(lanes_), spacing_ = spacing(), 0, true);
    }
    QAbstractItemView::doItemsLayout();
  }

 protected:
  bool event(QEvent *event) override {
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange) {
      is_due_ = false;
    }
    return QListView::event(event);
  }

  bool viewportEvent(QEvent *event) override {
    // It comes when a finger is put on the list, before all others of a QScroller.
    if (event->type() == QEvent::ScrollPrepare) hear_scroller();
    return QListView::viewportEvent(event);
  }

  // Of a finger Qt makes a mouse too, which would select rows, scroll by itself near the edges, and
  // click on the row that the finger has dragged.
  void mousePressEvent(QMouseEvent *event) override {
    was_dragged_ = false;
    QListView::mousePressEvent(event);
  }
  void mouseMoveEvent(QMouseEvent *event) override {
    if (!is_moving()) QListView::mouseMoveEvent(event);
  }
  void mouseReleaseEvent(QMouseEvent *event) override {
    if (!was_dragged_) return QListView::mouseReleaseEvent(event);
    QMouseEvent away(event->type(), {-1, -1}, {-1, -1}, event->button(), event->buttons(),
                     event->modifiers());
    QListView::mouseReleaseEvent(&away);
  }

  void resizeEvent(QResizeEvent *event) override { QAbstractItemView::resizeEvent(event); }

  void updateGeometries() override {
    step();
    set_scroll_length(length_);
    updateEditorGeometries();
  }

  void scrollContentsBy(int dx, int dy) override {
    // Ends what Qt would scroll to after a click.
    QListView::scrollContentsBy(dx, dy);
    is_user_ = !is_setting_;
    step();
    is_user_ = false;
    viewport()->update();
  }

  /// Batches are due before the last row is on screen.
  void verticalScrollbarValueChanged(int) override {}

  int verticalOffset() const override { return verticalScrollBar()->value(); }
  int horizontalOffset() const override { return 0; }

  void paintEvent(QPaintEvent *event) override {
    settle();
    {
      QStylePainter painter(viewport());
      QStyleOptionViewItem option;
      initViewItemOption(&option);
      QRect area = event->rect();
      rc_interval rows = rows_in(area.top(), area.bottom() + 1);
      QPoint mouse = viewport()->mapFromGlobal(QCursor::pos());
      QModelIndex hover = viewport()->underMouse() ? indexAt(mouse) : QModelIndex();
      for (int64_t it = rows.lower; it < rows.upper; it++) {
        paint_row(painter, option, index_of(it), hover);
      }
    }
    // The drop indicator and the rubber band; it has laid out no rows.
    QListView::paintEvent(event);
  }

  QModelIndex moveCursor(CursorAction action, Qt::KeyboardModifiers) override {
    settle();
    int count = int(host.items.count());
    QModelIndex current = currentIndex();
    if (!current.isValid()) {
      // The first one that is all on screen.
      rc_interval visible = rows_in(0, viewport()->height());
      bool is_cut = visible.lower + 1 < visible.upper && top_of(visible.lower) < 0;
      return index_of(available(int(visible.lower) + is_cut, 1, count));
    }
    int row = current.row(), to = row;
    switch (action) {
      case MoveLeft:
      case MoveRight:
        to = beside(row, 0, (action == MoveLeft) == isLeftToRight() ? -1 : 1);
        break;
      case MoveUp:
      case MoveDown:
        if (lanes_ > 1) {
          to = beside(row, action == MoveUp ? -1 : 1, 0);
          break;
        }
        [[fallthrough]];
      case MovePrevious:
      case MoveNext:
        to = action == MoveUp || action == MovePrevious ? available(row - 1, -1, count)
                                                        : available(row + 1, 1, count);
        break;
      case MovePageUp:
        to = available(a_page_from(row, -1, count), -1, count);
        break;
      case MovePageDown:
        to = available(a_page_from(row, 1, count), 1, count);
        break;
      case MoveHome:
        to = available(0, 1, count);
        break;
      case MoveEnd:
        to = available(count - 1, -1, count);
        break;
      default:
        break;
    }
    return to < 0 ? current : index_of(to);
  }

  void setSelection(const QRect &rect, QItemSelectionModel::SelectionFlags command) override {
    settle();
    QRect area = rect.normalized();
    rc_interval rows = rows_in(area.top(), area.bottom() + 1);
    QItemSelection selection;
    // In lanes not all rows in between are there.
    for (int64_t it = rows.lower; lanes_ > 1 && it < rows.upper; it++) {
      if (visualRect(index_of(it)).intersects(area)) selection.select(index_of(it), index_of(it));
    }
    if (lanes_ == 1 && rows.lower < rows.upper) {
      selection.select(index_of(rows.lower), index_of(rows.upper - 1));
    }
    if (selectionModel() != nullptr) selectionModel()->select(selection, command);
  }

  QRegion visualRegionForSelection(const QItemSelection &selection) const override {
    settle();
    rc_interval visible = rows_in(0, viewport()->height());
    QRegion region;
    for (const auto &it : selection) {
      if (it.parent() != rootIndex()) continue;
      int64_t first = std::max<int64_t>(it.top(), visible.lower);
      int64_t last = std::min<int64_t>(it.bottom(), visible.upper - 1);
      if (first > last) continue;
      if (lanes_ == 1) region += visualRect(index_of(first)) | visualRect(index_of(last));
      else
        for (; first <= last; first++) region += visualRect(index_of(first));
    }
    return region;
  }

  void rowsInserted(const QModelIndex &parent, int start, int end) override {
    if (parent != rootIndex()) return;
    bool is_at_tail = start == host.items.count();
    edit(end - start + 1, [&] { host.items.insert(start, end - start + 1); });
    if (is_at_tail) finish_fetch(RC_BATCH_OUTCOME_COMPLETED);
  }

  void rowsAboutToBeRemoved(const QModelIndex &parent, int start, int end) override {
    // Qt makes another row current, where this one is removed, and would scroll there.
    is_removing_ = true;
    QListView::rowsAboutToBeRemoved(parent, start, end);
  }

  void dataChanged(const QModelIndex &top_left, const QModelIndex &bottom_right,
                   const QList<int> &roles = {}) override {
    bool is_shown = !top_left.isValid() ||
                    (top_left.parent() == rootIndex() && top_left.column() <= modelColumn() &&
                     modelColumn() <= bottom_right.column());
    if (is_shown && !is_making_) {
      int64_t count = host.items.count();
      int64_t lower = std::clamp<int64_t>(top_left.row(), 0, count);
      int64_t upper = top_left.isValid() ? std::min<int64_t>(bottom_right.row() + 1, count) : count;
      if (lower < upper) remeasure({lower, upper});
    }
    QAbstractItemView::dataChanged(top_left, bottom_right, roles);
  }

  void currentChanged(const QModelIndex &current, const QModelIndex &previous) override {
    // In place of a row that is removed; a list that is hidden would go there once it is shown.
    bool scrolls = hasAutoScroll();
    setAutoScroll(scrolls && !is_removing_);
    QAbstractItemView::currentChanged(current, previous);
    setAutoScroll(scrolls);
    tell(QAccessible::Focus, current);
  }

  void selectionChanged(const QItemSelection &selected, const QItemSelection &deselected) override {
    QAbstractItemView::selectionChanged(selected, deselected);
    if (!selected.isEmpty()) tell(QAccessible::SelectionAdd, selected.first().topLeft());
    if (!deselected.isEmpty()) tell(QAccessible::SelectionRemove, deselected.first().topLeft());
  }

 private:
  static const rc_list_options &options() {
    static const rc_list_options options = [] {
      rc_list_options it;
      rc_list_options_init(&it);
      // Offsets are whole pixels.
      it.quantum = 1;
      return it;
    }();
    return options;
  }
  static int whole(double value) { return int(std::floor(std::clamp(value, -2e9, 2e9) + 0.5)); }

  int64_t rows() const { return model() == nullptr ? 0 : model()->rowCount(rootIndex()); }
  QModelIndex index_of(int64_t row) const {
    return row < 0 || row >= rows() ? QModelIndex()
                                    : model()->index(int(row), modelColumn(), rootIndex());
  }

  // == places, as of the last step ==

  /// The offset in the list that is at the start of the viewport.
  double origin() const { return verticalScrollBar()->value() + host.latest().pending; }
  double top_of(int64_t row) const { return host.items.item(row).offset - origin(); }
  /// The rows between two places in the viewport, hidden ones included.
  rc_interval rows_in(double top, double bottom) const {
    rc_interval found = host.items.items_in(top + origin(), bottom + origin());
    return {std::min(found.lower, rows()), std::min(found.upper, rows())};
  }

  /// Has all that is waiting in place before anybody asks where it is, as in all of Qt's views.
  void settle() const { const_cast<list_view *>(this)->executeDelayedItemsLayout(); }

  // == the model ==

  static void end(const std::vector<QMetaObject::Connection> &connections) {
    for (const auto &it : connections) disconnect(it);
  }

  template <typename Signal, typename Slot>
  void hear(Signal signal, Slot slot) {
    connections_[1].push_back(connect(model(), signal, this, std::move(slot)));
  }

  void hear_model() {
    using it = QAbstractItemModel;
    using parents = QList<QPersistentModelIndex>;
    hear(&it::rowsRemoved, [this](const QModelIndex &parent, int start, int end) {
      is_removing_ = false;
      if (parent != rootIndex()) return;
      edit(start - end - 1, [&] { host.items.remove({start, end + 1}); });
    });
    hear(&it::rowsMoved,
         [this](const QModelIndex &from, int start, int end, const QModelIndex &to, int row) {
           move(from == rootIndex(), {start, end + 1}, to == rootIndex(), row);
         });
    hear(&it::layoutAboutToBeChanged, [this](const parents &) { remember(); });
    hear(&it::layoutChanged, [this](const parents &changed) {
      if (changed.isEmpty() || changed.contains(rootIndex())) rearrange();
      remembered_.clear();
    });
  }

  /// Notes an edit of the model, after which it has so many rows more; unless a slot that heard of
  /// it earlier has edited the model again: then all rows are others.
  template <typename Edit>
  void edit(int64_t more, Edit edit) {
    if (host.items.count() + more == rows()) edit_items(edit);
    is_due_ = true;
    scheduleDelayedItemsLayout();
  }

  void move(bool leaves, rc_interval moved, bool comes, int64_t row) {
    int64_t count = moved.upper - moved.lower;
    if (leaves && comes) {
      int64_t to = row > moved.lower ? row - count : row;
      edit(0, [&] { host.items.move(moved, to); });
    } else if (leaves) {
      edit(-count, [&] { host.items.remove(moved); });
    } else if (comes) {
      edit(count, [&] { host.items.insert(row, count); });
    }
  }

  /// Edits the items, which nobody else can.
  template <typename Edit>
  void edit_items(Edit edit) {
    host.items.is_model_ = false;
    edit();
    host.items.is_model_ = true;
  }

  /// Puts rows in the place of others.
  void replace(int64_t lower, int64_t upper, int64_t count) {
    edit_items([&] {
      host.items.remove({lower, upper});
      host.items.insert(lower, count);
    });
  }

  /// Is without rows for an update, so that the next ones begin as the first did; ends fetches.
  void empty() {
    if (is_moving()) QScroller::scroller(viewport())->stop();
    if (host.items.count() > 0) {
      replace(0, host.items.count(), 0);
      // Nothing is fetched for it.
      rc_list_settings settings = host.items.settings();
      bool is_pending = std::exchange(settings.insertion_pending, true);
      host.items.set_settings(settings);
      host.update();
      settings = host.items.settings();
      settings.insertion_pending = is_pending;
      host.items.set_settings(settings);
    }
    fetch_.reset();
    is_exhausted_ = false;
    for (rc_end end : {RC_END_TAIL, RC_END_HEAD}) host.items.reset_batch(end);
  }

  void remember() {
    settle();
    rc_interval near = host.latest().ranges[RC_RANGE_DISPLAY];
    for (int64_t row = near.lower; row < std::min(near.upper, rows()); row++) {
      remembered_.push_back({row, QPersistentModelIndex(index_of(row))});
    }
  }

  /// Keeps those of the rows near that are in the same order as before; all others are new.
  void rearrange() {
    std::vector<std::pair<int64_t, int64_t>> kept = in_order();
    int64_t upper = host.items.count(), upper_now = rows();
    while (!kept.empty()) {
      auto [row, now] = kept.back();
      replace(row + 1, upper, upper_now - now - 1);
      upper = row, upper_now = now;
      kept.pop_back();
    }
    replace(0, upper, upper_now);
  }

  /// Of the rows remembered, the most that are still in their order: where they were and are.
  std::vector<std::pair<int64_t, int64_t>> in_order() const {
    std::vector<std::pair<int64_t, int64_t>> all, found;
    for (const auto &[row, index] : remembered_) {
      if (index.isValid() && index.parent() == rootIndex()) all.push_back({row, index.row()});
    }
    // How many there are from each on, and which one is next.
    std::vector<size_t> length(all.size(), 1), next(all.size(), all.size());
    size_t first = all.size();
    for (size_t i = all.size(); i-- > 0;) {
      for (size_t j = i + 1; j < all.size(); j++) {
        if (all[j].second > all[i].second && length[j] >= length[i]) {
          length[i] = length[j] + 1, next[i] = j;
        }
      }
      if (first == all.size() || length[i] > length[first]) first = i;
    }
    for (size_t i = first; i < all.size(); i = next[i]) found.push_back(all[i]);
    return found;
  }

  /// Rows on screen keep their start; all others leave in place what is beside them.
  void remeasure(rc_interval rows) {
    rc_interval visible = rows_in(0, viewport()->height());
    for (int64_t row = std::max(rows.lower, visible.lower);
         row < std::min(rows.upper, visible.upper); row++) {
      uint32_t node;
      double later = RC_EXTENT_LATER;
      bool is_any;
      if (rc_host_find(host.get(), row, &node) != RC_STATUS_OK) continue;
      host.items.mark_provisional({rows.lower, row});
      check(rc_host_set_extents(host.get(), &node, &later, 1, &is_any));
      rows.lower = row + 1;
    }
    host.items.mark_provisional(rows);
    is_due_ = true;
    scheduleDelayedItemsLayout();
  }

  // == batches ==

  void fetch_more(fetch fetch) {
    if (model() == nullptr || !model()->canFetchMore(rootIndex())) {
      is_exhausted_ = true;
      fetch.finish(RC_BATCH_OUTCOME_EXHAUSTED);
      return;
    }
    fetch_.emplace(std::move(fetch));
    model()->fetchMore(rootIndex());
    look_again();
  }

  void look_again() {
    if (!fetch_) return;
    QTimer::singleShot(500, this, [this] {
      step();
      look_again();
    });
  }

  void finish_fetch(rc_batch_outcome outcome) {
    if (fetch_) fetch_->finish(outcome);
    fetch_.reset();
  }

  /// Qt's models do not say that a fetch has failed, or that there is more again.
  void look_at_fetch() {
    if ((!fetch_ && !is_exhausted_) || model() == nullptr) return;
    if (!model()->canFetchMore(rootIndex())) return;
    finish_fetch(RC_BATCH_OUTCOME_FAILED);
    if (std::exchange(is_exhausted_, false)) host.items.reset_batch(RC_END_TAIL);
  }

  // == the host's surface ==

  void step() {
    if (host.items.count() == rows()) {
      look_at_fetch();
      host.update();
      return;
    }
    // The model is about to tell of an edit. If it is not, all rows are others.
    if (std::exchange(is_waiting_, true)) return;
    QTimer::singleShot(0, this, [this] {
      is_waiting_ = false;
      if (host.items.count() != rows()) replace(0, host.items.count(), rows());
      step();
    });
  }

  bool is_moving() {
    return QScroller::hasScroller(viewport()) &&
           QScroller::scroller(viewport())->state() != QScroller::Inactive;
  }

  void hear_scroller() {
    QScroller *scroller = QScroller::scroller(viewport());
    if (scroller_ == scroller) return;
    scroller_ = scroller;
    connect(scroller, &QScroller::stateChanged, this, [this](QScroller::State state) {
      was_dragged_ = was_dragged_ || state == QScroller::Dragging;
      step();
    });
  }

  rc_viewport get_viewport() {
    rc_viewport it;
    rc_viewport_init(&it);
    it.offset = verticalScrollBar()->value();
    it.length = viewport()->height();
    it.is_user_driven = is_user_;
    it.is_dragged = verticalScrollBar()->isSliderDown();
    if (is_moving()) {
      // A finger and a fling set offsets of their own.
      QScroller *scroller = QScroller::scroller(viewport());
      it.is_held = true;
      it.is_dragged = it.is_dragged || scroller->state() == QScroller::Dragging;
    }
    return it;
  }

  void set_scroll_length(double length) {
    QScrollBar *bar = verticalScrollBar();
    int most = std::max(0, whole(length) - viewport()->height());
    length_ = length;
    is_setting_ = true;
    bar->setPageStep(viewport()->height());
    bar->setSingleStep(fontMetrics().lineSpacing());
    bool is_new = most != bar->maximum();
    bar->setRange(0, most);
    is_setting_ = false;
    if (is_new && is_moving()) {
      // A finger or a fling goes no further than to the end that it has asked for.
      QTimer::singleShot(0, scroller_, [it = scroller_] {
        if (it) it->resendPrepareEvent();
      });
    }
  }

  near_row make_row(int64_t item) {
    QModelIndex index = index_of(item);
    if (!make_widget || !index.isValid()) return {};
    QWidget *widget = make_widget(index);
    if (widget == nullptr) return {};
    is_making_ = true;
    setIndexWidget(index, widget);
    is_making_ = false;
    // What it lays out again is no more than this.
    is_due_ = true;
    return {index, widget};
  }

  double measure(const QWidget *widget, int64_t item, uint32_t columns) const {
    QModelIndex index = index_of(item);
    if (!index.isValid()) return host.items.estimate();
    if (isRowHidden(index.row())) return 0;
    if (widget == nullptr) widget = indexWidget(index);
    int width = viewport()->width() / int(columns);
    if (widget != nullptr) {
      int height =
          widget->hasHeightForWidth() ? widget->heightForWidth(width) : widget->sizeHint().height();
      return std::clamp(height, widget->minimumHeight(), widget->maximumHeight());
    }
    QStyleOptionViewItem option;
    initViewItemOption(&option);
    option.rect = QRect(0, 0, width, viewport()->height());
    QAbstractItemDelegate *delegate = itemDelegateForIndex(index);
    listen(delegate);
    return delegate == nullptr ? 0 : std::max(delegate->sizeHint(option, index).height(), 0);
  }

  /// QAbstractItemView lays out all rows when a delegate says that one has changed.
  void listen(QAbstractItemDelegate *delegate) const {
    if (delegate == nullptr || std::find(heard_.begin(), heard_.end(), delegate) != heard_.end()) {
      return;
    }
    auto self = const_cast<list_view *>(this);
    heard_.push_back(delegate);
    connect(delegate, &QAbstractItemDelegate::sizeHintChanged, self,
            [self](const QModelIndex &index) {
              if (index.parent() == self->rootIndex() && index.row() < self->host.items.count()) {
                self->remeasure({index.row(), index.row() + 1});
              }
            });
  }

  /// A row whose widget has the focus keeps it wherever it is.
  void keep_focused(QWidget *now) {
    while (now != nullptr && now->parentWidget() != viewport()) now = now->parentWidget();
    QModelIndex focused = now == nullptr ? QModelIndex() : indexAt(now->geometry().center());
    if (focused.isValid() && indexWidget(focused) != now) focused = {};
    if (focused == kept_) return;
    if (kept_.isValid()) check(rc_host_keep(host.get(), kept_.row(), false));
    kept_ = focused;
    if (kept_.isValid()) check(rc_host_keep(host.get(), kept_.row(), true));
  }

  // == drawing and keys ==

  void paint_row(QStylePainter &painter, QStyleOptionViewItem option, const QModelIndex &index,
                 const QModelIndex &hover) {
    option.rect = visualRect(index);
    QAbstractItemDelegate *delegate = itemDelegateForIndex(index);
    if (delegate == nullptr || option.rect.isEmpty()) return;
    bool is_enabled = model()->flags(index) & Qt::ItemIsEnabled;
    if (selectionModel() != nullptr && selectionModel()->isSelected(index)) {
      option.state |= QStyle::State_Selected;
    }
    if (option.state & QStyle::State_Enabled) {
      option.state.setFlag(QStyle::State_Enabled, is_enabled);
      option.palette.setCurrentColorGroup(is_enabled ? QPalette::Normal : QPalette::Disabled);
    }
    if (index == currentIndex() && (hasFocus() || viewport()->hasFocus())) {
      option.state |= QStyle::State_HasFocus;
      option.state.setFlag(QStyle::State_Editing, state() == EditingState);
    }
    option.state.setFlag(QStyle::State_MouseOver, index == hover);
    if (alternatingRowColors()) {
      option.features.setFlag(QStyleOptionViewItem::Alternate, index.row() % 2 != 0);
      QStyleOptionViewItem background = option;
      background.state &= ~QStyle::State_Selected;
      painter.drawPrimitive(QStyle::PE_PanelItemViewRow, background);
    }
    delegate->paint(&painter, option, index);
  }

  /// The first row in a direction that is neither hidden nor disabled; −1 if there is none.
  int available(int row, int direction, int count) const {
    for (; row >= 0 && row < count; row += direction) {
      if (!isRowHidden(row) && model()->flags(index_of(row)) & Qt::ItemIsEnabled) return row;
    }
    return -1;
  }

  /// The next row that is neither hidden nor disabled, along or across lanes; −1 if there is none.
  int beside(int row, int along, int across) const {
    if (lanes_ == 1) return -1;
    int64_t to = row;
    do to = host.items.neighbor(to, along, across);
    while (to >= 0 && available(int(to), 1, int(to) + 1) < 0);
    return int(to);
  }

  /// The last row in a direction that fits on the screen with this one, or the next one. Those that
  /// were never measured are measured, so that no row is skipped.
  int a_page_from(int row, int direction, int count) const {
    if (lanes_ > 1) {
      const QRect own = visualRect(index_of(row));
      int to = row, next = beside(row, direction, 0);
      const int first = next < 0 ? row : next;
      for (; next >= 0 && (own | visualRect(index_of(next))).height() <= viewport()->height();
           next = beside(next, direction, 0)) {
        to = next;
      }
      return to == row ? first : to;
    }
    auto extent_of = [this](int of) {
      rc_item it = host.items.item(of);
      bool is_known = it.is_measured && !it.is_provisional;
      return (is_known ? it.extent : measure(nullptr, of, uint32_t(lanes_))) + spacing();
    };
    double left = viewport()->height() + spacing() - extent_of(row);
    int to = row;
    for (int next = row + direction; next >= 0 && next < count; next += direction) {
      left -= extent_of(next);
      if (left < 0) break;
      to = next;
    }
    return to == row ? row + direction : to;
  }

  void tell(QAccessible::Event kind, const QModelIndex &index) {
    if (!QAccessible::isActive() || !index.isValid()) return;
    QAccessibleEvent event(this, kind);
    event.setChild(index.row() * model()->columnCount(rootIndex()) + index.column());
    QAccessible::updateAccessibility(&event);
  }

  // Those that last, and those to the model.
  std::vector<QMetaObject::Connection> connections_[2];
  // The rows near before the model is laid out again.
  std::vector<std::pair<int64_t, QPersistentModelIndex>> remembered_;
  mutable std::vector<QPointer<QAbstractItemDelegate>> heard_;
  QPointer<QScroller> scroller_;
  QPersistentModelIndex kept_;
  std::optional<fetch> fetch_;
  std::tuple<bool, QSize, QAbstractItemDelegate *, int> looks_{};
  double length_ = 0;
  int spacing_ = 0, lanes_ = 1;
  // Whether the layout that is pending is one of edits.
  bool is_due_ = false;
  bool is_user_ = false, is_setting_ = false, is_removing_ = false, is_making_ = false,
       is_waiting_ = false, is_exhausted_ = false, was_dragged_ = false;
};

}  // namespace rangecore::qt

#endif
