export type CallClock = ReturnType<typeof callClock>;

/** The time of a call, in ms, which stands still while somebody is asked. The signal is aborted, as a timeout, when it is over. */
export function callClock(ms: number) {
  const over = new AbortController();
  let [left, since, stops] = [ms, 0, 0];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = () => clearTimeout(timer);
  function run(): void {
    end();
    since = performance.now();
    timer = setTimeout(() => over.abort(new DOMException("the time is over", "TimeoutError")), left);
  }
  run();
  return {
    signal: over.signal,
    /** Stands still until work is done that is not the call's. */
    async without<T>(work: Promise<T>): Promise<T> {
      if (stops++ === 0) {
        end();
        left -= performance.now() - since;
      }
      try {
        return await work;
      } finally {
        if (--stops === 0) run();
      }
    },
    anew(): void {
      left = ms;
      if (stops === 0) run();
    },
    end,
  };
}
