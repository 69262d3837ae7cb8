// Put into the page before its own scripts: says what is on the screen, and what was in each frame.
window.watch = (() => {
  const scroller = () => document.querySelector("[data-testid=scroller]");
  const feed = () => document.querySelector("[role=feed]");

  function isShown(element) {
    return element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  }

  function window_() {
    const element = scroller(), box = element.getBoundingClientRect();
    const top = box.top + element.clientTop;
    return { top: Math.max(top, 0), bottom: Math.min(top + element.clientHeight, innerHeight) };
  }

  function articles() {
    return [...feed().querySelectorAll("article[data-id]")].filter(isShown);
  }

  function places(all) {
    const { top, bottom } = window_();
    return all.map((element) => ({ element, box: element.getBoundingClientRect() }))
      .filter(({ box }) => box.bottom > top + 0.5 && box.top < bottom - 0.5 && box.height > 0)
      .sort((a, b) => a.box.top - b.box.top);
  }

  // The headers of days, from where to where.
  function days() {
    return places([...feed().querySelectorAll(".day")].filter(isShown)).map(({ box }) => [box.top, box.bottom]);
  }

  function describe({ element, box }) {
    const image = element.querySelector("img"), title = element.querySelector("h2");
    return {
      id: Number(element.dataset.id),
      position: Number(element.ariaPosInSet),
      size: Number(element.ariaSetSize),
      top: box.top,
      bottom: box.bottom,
      left: box.left,
      right: box.right,
      title: title && isShown(title) ? title.innerText.trim() : "",
      text: element.innerText,
      image: image && {
        shown: image.complete && image.naturalWidth > 0 && isShown(image)
          && image.getBoundingClientRect().height > 1,
        source: image.currentSrc || image.src,
        shape: image.naturalWidth / image.naturalHeight,
        alt: image.alt,
      },
    };
  }

  function screen() {
    const all = articles(), element = scroller();
    return {
      ...window_(),
      lanes: feed().classList.contains("lanes"),
      offset: element.scrollTop,
      range: element.scrollHeight - element.clientHeight,
      busy: feed().ariaBusy === "true",
      made: all.map((article) => Number(article.dataset.id)),
      elements: document.getElementsByTagName("*").length,
      rows: places(all).map(describe),
      // Rows that are nobody's: one still to come, or one too many.
      strangers: places([...feed().querySelectorAll("article:not([data-id], .day)")].filter(isShown))
        .length,
      days: days(),
    };
  }

  // A picture's bytes stay for as long as an address of theirs does.
  const addresses = new Set();
  const { createObjectURL, revokeObjectURL } = URL;
  URL.createObjectURL = (object) => {
    const address = createObjectURL.call(URL, object);
    addresses.add(address);
    return address;
  };
  URL.revokeObjectURL = (address) => {
    addresses.delete(address);
    revokeObjectURL.call(URL, address);
  };

  // When the first rows with texts were painted.
  const first = new Promise((resolve) => {
    const look = () => {
      if (feed() && articles().length > 0) {
        const channel = new MessageChannel();
        channel.port1.onmessage = () => resolve(performance.now());
        channel.port2.postMessage(null);
      } else {
        requestAnimationFrame(look);
      }
    };
    requestAnimationFrame(look);
  });

  let frames = null;

  function record() {
    if (!frames) return;
    // A task that a frame's callback queues runs when the frame is laid out, and was painted.
    const channel = new MessageChannel();
    channel.port1.onmessage = () => {
      if (!frames || !scroller()) return;
      frames.push({
        time: performance.now(),
        ...window_(),
        days: days(),
        rows: places(articles()).map(({ element, box }) => [
          Number(element.dataset.id), Number(element.ariaPosInSet), box.top, box.bottom]),
      });
    };
    channel.port2.postMessage(null);
    requestAnimationFrame(record);
  }

  return {
    screen,
    firstRows: () => first,
    pictures: () => addresses.size,
    start() {
      frames = [];
      requestAnimationFrame(record);
    },
    stop() {
      const done = frames;
      frames = null;
      return done;
    },
    frames(count) {
      return new Promise((resolve) => {
        const next = () => (count-- > 0 ? requestAnimationFrame(next) : setTimeout(resolve));
        next();
      });
    },
  };
})();
