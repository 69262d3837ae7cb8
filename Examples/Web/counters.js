/** How well preloading worked. */
export class Counters {
  /** Pictures that were decoded before they became visible. */
  inTime = 0;
  /** Pictures that were not. */
  late = 0;
  /** Pictures that were fetched and never visible. */
  wasted = 0;
}
