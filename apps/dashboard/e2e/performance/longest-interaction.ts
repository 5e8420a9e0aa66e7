import type { Page } from '@playwright/test';

/** The part of PerformanceEventTiming that TypeScript's declarations lack. */
interface EventTiming extends PerformanceEntry {
  /** Zero for an event that is no part of an interaction, such as a movement of the pointer. */
  readonly interactionId: number;
}

interface Measured {
  longestInteraction: number;
}

/**
 * Returns the milliseconds from input to the next paint of the longest interaction, as INP counts them, while an action runs.
 * The browser rounds them to 8 ms, and reports none of less than 16 ms.
 */
export async function longestInteraction(page: Page, action: () => Promise<unknown>): Promise<number> {
  await page.evaluate(() => {
    const measured = globalThis as unknown as Measured;
    measured.longestInteraction = 0;
    const observer = new PerformanceObserver((list) => {
      for (const { interactionId, duration } of list.getEntries() as EventTiming[])
        if (interactionId > 0) measured.longestInteraction = Math.max(measured.longestInteraction, duration);
    });
    observer.observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
  });
  await action();
  return page.evaluate(async () => {
    // Entries of an interaction are queued after its paint.
    await new Promise((next) => requestAnimationFrame(() => setTimeout(next, 100)));
    return (globalThis as unknown as Measured).longestInteraction;
  });
}
