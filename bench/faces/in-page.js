/**
 * Put into every measured page before its own scripts: notes what holds the page up, when the first
 * card is seen, and how long a key takes to be seen. Read by the benchmark as `watching`.
 */
const firstCard = Promise.withResolvers();
const watching = {
  /** ms of every task of 50 ms and more. */
  longTasks: [],
  /** ms from the navigation to the first frame with a card. */
  firstCard: firstCard.promise,
  /** ms from a key to the end of the frame it is seen in. */
  keys: [],
  /** ms between frames, while they are counted. */
  frames: [],
  countFrames(ms) {
    watching.frames = [];
    const began = performance.now();
    let last = began;
    return new Promise((resolve) => {
      const frame = () => {
        const now = performance.now();
        watching.frames.push(now - last);
        last = now;
        if (now - began < ms) requestAnimationFrame(frame);
        else resolve({ perSecond: (watching.frames.length * 1000) / (now - began), frames: watching.frames });
      };
      requestAnimationFrame(frame);
    });
  },
  /** What was noted since the last time it was asked for. */
  take() {
    const { longTasks, keys } = watching;
    watching.longTasks = [];
    watching.keys = [];
    return { longTasks, keys };
  },
};
globalThis.watching = watching;

/** A frame is on the screen when the task after it runs. */
const whenSeen = (call) =>
  requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => call(performance.now());
    port2.postMessage(null);
  });

new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) watching.longTasks.push(duration);
}).observe({ type: 'longtask', buffered: true });

addEventListener('keydown', ({ timeStamp }) => whenSeen((now) => watching.keys.push(now - timeStamp)), true);

const looking = new MutationObserver(() => {
  if (document.querySelector('main article') === null) return;
  looking.disconnect();
  whenSeen(firstCard.resolve);
});
looking.observe(document, { childList: true, subtree: true });
firstCard.promise.catch(() => undefined); // not every page has cards, and most are not asked
setTimeout(() => firstCard.reject(new Error('no card was seen in a minute')), 60_000);
