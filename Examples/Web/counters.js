/** How well preloading did: pictures that were ready when they came on screen, and not. */
export class Counters {
  /** Decoded before it was visible. */
  inTime = 0;
  /** Not yet decoded when it became visible. */
  late = 0;
  /** Asked for, and never seen. */
  wasted = 0;
}
