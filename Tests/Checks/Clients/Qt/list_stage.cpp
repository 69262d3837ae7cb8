// A `stage.Pipe` client: the list of Examples/Qt/chat.cpp, with its delegate, over numbered rows.
// Mouse, wheel, keys and a finger are Qt's own events. Rows are where their delegate has drawn
// them.

#define main chat_main
#include "../../../../Examples/Qt/chat.cpp"
#undef main

#include <QtTest/QTest>

#include <iostream>

namespace {

constexpr int width = 480, height = 640;

/// Rows by their keys, and what the source of the tail answers: so many rows, or 0 for an error.
class rows : public QAbstractListModel {
 public:
  explicit rows(int count, QJsonArray answers) : answers_(answers), next_(count) {
    for (int key = 0; key < count; key++) keys_.push_back(key);
  }

  void insert(int row, const std::vector<int> &keys) {
    beginInsertRows({}, row, row + int(keys.size()) - 1);
    keys_.insert(keys_.begin() + row, keys.begin(), keys.end());
    endInsertRows();
  }
  void remove(int lower, int upper) {
    beginRemoveRows({}, lower, upper - 1);
    keys_.erase(keys_.begin() + lower, keys_.begin() + upper);
    endRemoveRows();
  }

  int rowCount(const QModelIndex & = {}) const override {
    return int(keys_.size());
  }
  QVariant data(const QModelIndex &index, int role) const override {
    int key = keys_[size_t(index.row())];
    if (role == Qt::UserRole + 1) return key;
    return role == Qt::DisplayRole ? message_of(key).text : QVariant();
  }

  bool canFetchMore(const QModelIndex &) const override {
    return !answers_.empty() && !is_loading_;
  }
  void fetchMore(const QModelIndex &) override {
    is_loading_ = true;
    QTimer::singleShot(300, this, [this] {
      int count = answers_.takeAt(0).toInt();
      is_loading_ = false;
      std::vector<int> keys;
      for (; count > 0; count--) keys.push_back(next_++);
      if (!keys.empty()) insert(rowCount(), keys);
    });
  }

 private:
  QJsonArray answers_;
  std::vector<int> keys_;
  int next_;
  bool is_loading_ = false;
};

class recorder : public bubble {
 public:
  void paint(QPainter *painter, const QStyleOptionViewItem &option,
             const QModelIndex &index) const override {
    int key = index.data(Qt::UserRole + 1).toInt();
    drawn.insert(QString::number(key), QJsonArray{option.rect.top(), option.rect.bottom() + 1});
    bubble::paint(painter, option, index);
  }
  mutable QJsonObject drawn;
};

class stage {
 public:
  QJsonValue perform(const QString &what, const QJsonArray &given) {
    double number = given.at(1).toDouble();
    int value = given.at(1).toInt();
    if (what == "start")
      start(given);
    else if (what == "settle")
      settle();
    else if (what == "screen")
      return screen();
    else if (what == "insert")
      insert(value, given.at(2).toArray());
    else if (what == "remove")
      model_->remove(value, given.at(2).toInt());
    else if (what == "scroll_to")
      scroll_to(value, given.at(2).toInt());
    else if (what == "resize")
      view_->resize(int(width * number), height);
    else if (what == "wheel")
      return wheel(value);
    else if (what == "thumb")
      thumb(number);
    else if (what == "set_offset")
      bar()->setValue(value);
    else if (what == "page")
      page(value);
    else if (what == "touch")
      touch();
    else if (what == "drag")
      finger("move", finger_ - number);
    else if (what == "lift")
      lift();
    else if (what == "fling")
      fling(value);
    else if (what == "shot")
      view_->grab().save(given.at(1).toString() + ".png");
    else
      qFatal("no action is called %s", qPrintable(what));
    return {};
  }

 private:
  QScrollBar *bar() const {
    return view_->verticalScrollBar();
  }
  QModelIndex index(int row) const {
    return model_->index(row);
  }
  QScroller *scroller() const {
    return QScroller::scroller(view_->viewport());
  }

  void run() {
    for (int round = 0; round < 3; round++) QApplication::processEvents();
  }

  void start(const QJsonArray &given) {
    view_ = std::make_unique<rangecore::qt::list_view>();
    model_ = std::make_unique<rows>(given.at(1).toInt(), given.at(4).toArray());
    owed_ = 0;
    rc_list_settings settings = view_->host.items.settings();
    settings.uses_mean_estimate = given.at(2).toBool();
    settings.sticks[RC_END_TAIL] = given.at(3).toBool();
    view_->host.items.set_settings(settings);
    view_->host.on_update = [this](const rangecore::update &it) {
      owed_ = std::max(owed_, std::abs(it.pending));
    };
    view_->setItemDelegate(&recorder_);
    view_->setModel(model_.get());
    QScroller::grabGesture(view_->viewport(), QScroller::TouchGesture);
    view_->resize(width, height);
    view_->show();
    run();
  }

  void settle() {
    run();
    // Drags count in the next frame.
    QDeadlineTimer end(40);
    while (scroller()->state() == QScroller::Scrolling ||
           (scroller()->state() == QScroller::Dragging && !end.hasExpired())) {
      QApplication::processEvents(QEventLoop::AllEvents, 1);
    }
    run();
  }

  QJsonObject screen() {
    recorder_.drawn = {};
    view_->viewport()->repaint();
    view_->host.items.validate();
    rangecore::check(rc_host_validate(view_->host.get(), nullptr));
    auto state = view_->host.load_at(RC_END_TAIL).state;
    // All movement of the user's is told by the actions; edits move the offset themselves.
    QJsonObject found{{"offset", bar()->value()},
                      {"highest", bar()->maximum()},
                      {"written", bar()->value()},
                      {"length", view_->viewport()->height()},
                      {"rows", recorder_.drawn},
                      {"owed", std::exchange(owed_, std::abs(view_->host.latest().pending))},
                      {"count", model_->rowCount()},
                      {"has_failed", state == rangecore::load_state::failed}};
    return found;
  }

  void insert(int row, const QJsonArray &keys) {
    std::vector<int> all;
    for (const auto &it : keys) all.push_back(it.toInt());
    model_->insert(row, all);
  }

  void scroll_to(int row, int fraction) {
    view_->scrollTo(index(row), fraction == 0 ? QAbstractItemView::PositionAtTop
                                              : QAbstractItemView::PositionAtBottom);
  }

  int wheel(int notches) {
    int lines = QApplication::wheelScrollLines() * bar()->singleStep() * notches;
    int way = std::clamp(bar()->value() + lines, 0, bar()->maximum()) - bar()->value();
    QPointF place(100, 100);
    QWheelEvent event(place, view_->mapToGlobal(place), {}, {0, -120 * notches}, Qt::NoButton,
                      Qt::NoModifier, Qt::NoScrollPhase, false);
    QApplication::sendEvent(view_->viewport(), &event);
    return way;
  }

  /// Past the ends of the track, as a hand does.
  void thumb(double fraction) {
    QStyleOptionSlider option;
    option.initFrom(bar());
    option.orientation = Qt::Vertical;
    option.minimum = bar()->minimum(), option.maximum = bar()->maximum();
    option.sliderPosition = bar()->sliderPosition(), option.sliderValue = bar()->value();
    option.pageStep = bar()->pageStep(), option.singleStep = bar()->singleStep();
    auto part = [&](QStyle::SubControl it) {
      return bar()->style()->subControlRect(QStyle::CC_ScrollBar, &option, it, bar());
    };
    QRect slider = part(QStyle::SC_ScrollBarSlider), groove = part(QStyle::SC_ScrollBarGroove);
    QPointF start = slider.center();
    QPointF end(start.x(), groove.top() + slider.height() / 2 - 20 +
                               fraction * (groove.height() - slider.height() + 40));
    mouse(bar(), QEvent::MouseButtonPress, start);
    for (int step = 1; step <= 5; step++) {
      mouse(bar(), QEvent::MouseMove, start + (end - start) * step / 5);
    }
    mouse(bar(), QEvent::MouseButtonRelease, end);
  }

  void mouse(QWidget *widget, QEvent::Type kind, QPointF place) {
    auto button = kind == QEvent::MouseMove ? Qt::NoButton : Qt::LeftButton;
    auto buttons = kind == QEvent::MouseButtonRelease ? Qt::NoButton : Qt::LeftButton;
    QMouseEvent event(kind, place, widget->mapToGlobal(place), button, buttons, Qt::NoModifier);
    QApplication::sendEvent(widget, &event);
    QApplication::processEvents();
  }

  /// From a row on screen, which the user has clicked on if the last one is away.
  void page(int direction) {
    QRect current = view_->visualRect(view_->currentIndex());
    if (!current.intersects(view_->viewport()->rect())) {
      QTest::mouseClick(view_->viewport(), Qt::LeftButton, {}, {100, height / 2});
    }
    QTest::keyClick(view_.get(), direction > 0 ? Qt::Key_PageDown : Qt::Key_PageUp);
  }

  // == a finger ==

  void finger(const QString &what, double y) {
    // No two at the same time.
    QTest::qSleep(5);
    finger_ = y;
    QPoint place(100, int(std::round(y)));
    auto event = QTest::touchEvent(view_->viewport(), device_, false);
    if (what == "press")
      event.press(0, place);
    else if (what == "move")
      event.move(0, place);
    else
      event.release(0, place);
    event.commit();
    QApplication::processEvents();
  }

  void touch() {
    finger("press", 300);
    // Until Qt takes it for a drag; it forgets what was moved until then.
    for (int y : {290, 280, 270}) finger("move", y);
  }

  void lift() {
    // Without a rest it is a fling.
    QTest::qSleep(100);
    finger("move", finger_);
    QTest::qSleep(100);
    finger("release", finger_);
  }

  void fling(int direction) {
    touch();
    for (int step = 0; step < 6; step++) {
      QTest::qSleep(10);
      finger("move", finger_ - 40 * direction);
    }
    finger("release", finger_ - 40 * direction);
  }

  QPointingDevice *device_ = QTest::createTouchDevice();
  recorder recorder_;
  std::unique_ptr<rows> model_;
  std::unique_ptr<rangecore::qt::list_view> view_;
  double finger_ = 0, owed_ = 0;
};

}  // namespace

int main(int argc, char **argv) {
  // With an argument it is the program itself.
  if (argc > 1) return chat_main(argc, argv);
  QApplication app(argc, argv);
  stage stage;
  for (std::string line; std::getline(std::cin, line);) {
    QJsonArray given = QJsonDocument::fromJson(QByteArray::fromStdString(line)).array();
    QJsonValue answer = stage.perform(given.at(0).toString(), given);
    QByteArray text = QJsonDocument(QJsonArray{answer}).toJson(QJsonDocument::Compact);
    // JSON has no way to write a value alone here.
    std::cout << text.mid(1, text.size() - 2).toStdString() << std::endl;
  }
}
