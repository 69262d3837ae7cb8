// One row's element: an article that shows a photo, or stands for one that has not arrived.

const number = new Intl.NumberFormat('en');
const day = new Intl.DateTimeFormat('en', { dateStyle: 'medium' });
const wholeDay = new Intl.DateTimeFormat('en', { dateStyle: 'full', timeZone: 'UTC' });

const LOST = 'The picture could not be loaded; retrying…';
const TEMPLATE = `
  <header>
    <span class="avatar" aria-hidden="true"></span>
    <span class="byline"><b class="author"></b><time></time></span>
    <span class="id"></span>
  </header>
  <div class="frame"><img alt=""><span class="note">${LOST}</span></div>
  <div class="text"><h2></h2><p></p></div>`;

let template;

function newArticle() {
  if (!template) {
    template = document.createElement('article');
    template.className = 'row';
    template.tabIndex = 0;
    template.innerHTML = TEMPLATE;
  }
  return template.cloneNode(true);
}

export class Row {
  constructor() {
    this.element = newArticle();
    const part = (selector) => this.element.querySelector(selector);
    this.parts = {
      avatar: part('.avatar'), author: part('.author'), time: part('time'), id: part('.id'),
      frame: part('.frame'), image: part('img'), title: part('h2'), body: part('p'),
    };
    this.photo = null;
  }

  /** Whether its picture is there, and decoded. */
  get hasPicture() { return this.parts.frame.classList.contains('shown'); }

  /** Shows a picture as soon as it is decoded; undefined for one that has not been loaded. */
  async showPicture(url, hasFailed = false, done = () => {}) {
    const { image, frame } = this.parts;
    frame.classList.toggle('failed', hasFailed);
    // What is shown stays, also when it is not kept for others any more.
    if (!url || this.url === url) return;
    this.url = url;
    image.src = url;
    try {
      await image.decode();
    } catch {
      // Another one by now, or none; or a broken picture, which is shown as such.
    }
    if (this.url !== url) return;
    frame.classList.add('shown');
    done();
  }

  /** Makes this an empty row, until it is filled. */
  begin() {
    const { element, parts } = this;
    this.photo = null;
    this.position = null;
    delete element.dataset.id;
    element.className = 'row empty';
    element.tabIndex = 0;
    element.role = null;
    parts.title.removeAttribute('id');
    element.setAttribute('aria-busy', 'true');
    element.removeAttribute('aria-labelledby');
    element.setAttribute('aria-label', 'Loading…');
    parts.frame.className = 'frame';
    parts.frame.style = '';
    this.url = undefined;
    parts.image.removeAttribute('src');
    parts.image.alt = '';
    for (const name of ['avatar', 'author', 'time', 'id', 'title', 'body']) {
      parts[name].textContent = '';
    }
  }

  /** Makes this the header of a day. */
  beginDay(date) {
    const { element, parts } = this;
    element.className = 'row day';
    element.tabIndex = -1;
    element.role = 'presentation';
    for (const name of ['aria-busy', 'aria-label', 'aria-posinset', 'aria-setsize']) element.removeAttribute(name);
    parts.title.textContent = wholeDay.format(new Date(date));
  }

  /** Says that there are more photos here than this one row. */
  bridge() {
    this.element.classList.add('gap');
    this.element.setAttribute('aria-label', 'Photos in between, loading…');
  }

  /** Shows a photo's texts, and a box in the shape of its picture. */
  fill(photo) {
    const { element, parts } = this;
    this.photo = photo;
    element.dataset.id = photo.id;
    element.classList.remove('empty');
    element.removeAttribute('aria-busy');
    element.removeAttribute('aria-label');
    parts.title.id = `title-${photo.id}`;
    element.setAttribute('aria-labelledby', parts.title.id);
    element.style.setProperty('--color', photo.color);
    parts.frame.style.aspectRatio = `${photo.width} / ${photo.height}`;
    parts.avatar.textContent = photo.author.split(' ').map((name) => name[0]).join('').slice(0, 2);
    parts.author.textContent = photo.author;
    parts.time.dateTime = photo.date;
    parts.time.textContent = dateText(photo.date);
    parts.id.textContent = `#${number.format(photo.id)}`;
    parts.title.textContent = photo.title;
    parts.body.textContent = photo.body;
    parts.image.alt = `${photo.title}, a photo by ${photo.author}`;
  }

  /** Sets its position and the number of rows, for screen readers. */
  setPosition(index, count) {
    const position = `${index + 1} ${count}`;
    if (this.position === position) return;
    this.position = position;
    this.element.setAttribute('aria-posinset', index + 1);
    this.element.setAttribute('aria-setsize', count);
  }
}

function dateText(text) {
  const date = new Date(text);
  return Number.isNaN(date.getTime()) ? text : day.format(date);
}
