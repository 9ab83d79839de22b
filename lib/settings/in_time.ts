/** The value of a promise that settles within `ms` and before the signal, else undefined; what comes later is not waited for. Rejects as the promise does. */
export async function inTime<T>(work: Promise<T>, ms: number, signal?: AbortSignal): Promise<T | undefined> {
  const late = Promise.withResolvers<undefined>();
  signal?.addEventListener("abort", () => late.resolve(undefined), { once: true });
  const timer = setTimeout(late.resolve, Math.max(0, ms));
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** Does jobs in order: those that may share run up to `limit` at once, the others alone. `work` must not throw. */
export async function inTurns<T>(
  jobs: readonly T[],
  sharing: (job: T) => boolean,
  limit: number,
  work: (job: T) => Promise<void>,
): Promise<void> {
  let at = 0;
  while (at < jobs.length) {
    const alone = jobs.findIndex((job, index) => index >= at && !sharing(job));
    const end = alone < 0 ? jobs.length : Math.max(at + 1, alone);
    // All lanes take from the same.
    const waiting = jobs.slice(at, end).values();
    const lane = async () => {
      for (const job of waiting) await work(job);
    };
    await Promise.all(Array.from({ length: limit }, lane));
    at = end;
  }
}
