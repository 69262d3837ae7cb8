// A chat in Qt 6: older messages from a server that fails now and then, and pictures that arrive
// late. Rows are as tall as their text and picture. Examples/Toolkits/README.md says how to build
// it.

#include <QtWidgets>
#include <rangecore_qt.hpp>

#include <thread>

namespace {

const char *const words =
    "nobody waits until the rain is over, and the light falls on the quiet fields of rye before "
    "the harbour, where a boat comes in with the tide and another one leaves as it always does";

struct message {
  QString text;
  bool is_mine = false, has_picture = false;
  QImage picture = {};
};

message message_of(int number) {
  int length = int(unsigned(number) * 7919U % 170);
  QString text = QString("%1. %2").arg(number).arg(QString(words).left(length));
  return {text, number % 3 == 0, number % 7 == 0};
}

/// Has a hundred thousand messages, and answers after a while.
struct server {
  int next = 100'000, calls = 0;

  std::vector<message> latest() {
    std::vector<message> messages;
    for (int number = next - 50; number < next; number++) messages.push_back(message_of(number));
    next -= 50;
    return messages;
  }
  rangecore::batch<message> older() {
    std::this_thread::sleep_for(std::chrono::milliseconds(400));
    if (++calls % 3 == 2) throw std::runtime_error("the server did not answer");
    return {latest(), next == 0};
  }
};

enum role { is_mine_role = Qt::UserRole };

class chat : public QAbstractListModel {
 public:
  void add(int row, std::vector<message> messages) {
    beginInsertRows({}, row, row + int(messages.size()) - 1);
    messages_.insert(messages_.begin() + row, messages.begin(), messages.end());
    endInsertRows();
  }

  int rowCount(const QModelIndex & = {}) const override {
    return int(messages_.size());
  }

  QVariant data(const QModelIndex &index, int role) const override {
    const message &it = messages_[size_t(index.row())];
    if (role == Qt::DisplayRole) return it.text;
    if (role == is_mine_role) return it.is_mine;
    if (role != Qt::DecorationRole || !it.has_picture) return {};
    if (it.picture.isNull()) load(index);
    return it.picture;
  }

 private:
  /// A row that is near is measured, and so asks for its picture before it is on screen.
  void load(const QPersistentModelIndex &index) const {
    if (loading_.contains(index)) return;
    loading_.insert(index);
    auto self = const_cast<chat *>(this);
    QTimer::singleShot(600, self, [self, index] {
      self->loading_.remove(index);
      if (!index.isValid()) return;
      QImage picture(160, 90, QImage::Format_RGB32);
      picture.fill(QColor::fromHsv(index.row() * 37 % 360, 120, 200));
      self->messages_[size_t(index.row())].picture = picture;
      emit self->dataChanged(index, index);
    });
  }

  std::vector<message> messages_;
  mutable QSet<QPersistentModelIndex> loading_;
};

/// Draws a message, and says how tall it is at a width.
class bubble : public QStyledItemDelegate {
 public:
  QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override {
    QImage picture = index.data(Qt::DecorationRole).value<QImage>();
    QRect text = text_of(option, index);
    int height = text.height() + (picture.isNull() ? 0 : picture.height() + 8);
    return {option.rect.width(), height + 28};
  }

  void paint(QPainter *painter, const QStyleOptionViewItem &option,
             const QModelIndex &index) const override {
    QImage picture = index.data(Qt::DecorationRole).value<QImage>();
    QRect text = text_of(option, index);
    int width = std::max(text.width(), picture.width()) + 24;
    QRect area(option.rect.left() + 8, option.rect.top() + 4, width, option.rect.height() - 8);
    bool is_mine = index.data(is_mine_role).toBool();
    if (is_mine) area.moveRight(option.rect.right() - 8);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    bool is_selected = option.state & QStyle::State_Selected;
    painter->setBrush(is_selected ? option.palette.highlight().color()
                                  : QColor(is_mine ? "#d5f0d0" : "#eceaf2"));
    painter->setPen(option.state & QStyle::State_HasFocus ? QPen(Qt::black) : QPen(Qt::NoPen));
    painter->drawRoundedRect(area, 10, 10);
    painter->setPen(is_selected ? option.palette.highlightedText().color() : QColor("#222"));
    text.moveTopLeft(area.topLeft() + QPoint(12, 10));
    painter->drawText(text, Qt::TextWordWrap, index.data().toString());
    painter->drawImage(QPoint(area.left() + 12, text.bottom() + 8), picture);
    painter->restore();
  }

 private:
  static QRect text_of(const QStyleOptionViewItem &option, const QModelIndex &index) {
    QRect most(0, 0, option.rect.width() * 3 / 4, 1'000'000);
    return option.fontMetrics.boundingRect(most, Qt::TextWordWrap, index.data().toString());
  }
};

}  // namespace

int main(int argc, char **argv) {
  QApplication app(argc, argv);
  QWidget window;
  QPushButton state;
  QLineEdit line;
  server server;
  chat chat;
  bubble bubble;
  rangecore::qt::list_view view;
  view.setItemDelegate(&bubble);
  chat.add(0, server.latest());
  view.setModel(&chat);
  // With the last message on screen, new ones are shown.
  rc_list_settings settings = view.host.items.settings();
  settings.sticks[RC_END_TAIL] = true;
  view.host.items.set_settings(settings);
  auto older = [&](const rangecore::batch_request &) { return server.older(); };
  view.host.set_fetcher(RC_END_HEAD, older,
                        [&](std::vector<message> messages) { chat.add(0, messages); });
  view.host.follow(&state, [&] {
    rangecore::load load = view.host.load_at(RC_END_HEAD);
    QString error = QString::fromStdString("Sorry, " + load.message() + ". Press to try again.");
    state.setText(load.state == rangecore::load_state::failed    ? error
                  : load.state == rangecore::load_state::loading ? "Loading older messages …"
                                                                 : "");
  });
  QObject::connect(&state, &QPushButton::clicked, [&] { view.host.retry(RC_END_HEAD); });
  QObject::connect(&line, &QLineEdit::returnPressed, [&] {
    chat.add(chat.rowCount(), {{line.text(), true}});
    line.clear();
  });
  QScroller::grabGesture(view.viewport(), QScroller::TouchGesture);
  auto layout = new QVBoxLayout(&window);
  for (QWidget *it : {(QWidget *)&state, (QWidget *)&view, (QWidget *)&line}) layout->addWidget(it);
  window.resize(480, 640);
  window.setWindowTitle("Chat");
  window.show();
  return app.exec();
}
