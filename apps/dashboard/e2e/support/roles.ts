import type { BrowserContext } from '@playwright/test';
import { expect } from './test';

/** How often someone clicks and how long a job takes, in all pages of a browser. */
export class Effort {
  private readonly beganAt = performance.now();
  private clicks = 0;

  private constructor(private readonly role: string) {}

  static async of(role: string, ...contexts: readonly BrowserContext[]): Promise<Effort> {
    const effort = new Effort(role);
    for (const context of contexts) {
      await context.exposeFunction('countClick', () => {
        effort.clicks += 1;
      });
      await context.addInitScript(() => {
        const { countClick } = globalThis as unknown as { countClick: () => void };
        const counted = ({ isTrusted }: Event): void => {
          if (isTrusted) countClick();
        };
        window.addEventListener('click', counted, true);
      });
    }
    return effort;
  }

  /** Ends the job, prints its clicks and time, and expects at most so many clicks. */
  end(clicksMax: number): void {
    const seconds = Math.round((performance.now() - this.beganAt) / 1000);
    process.stdout.write(`${this.role}: ${String(this.clicks)} clicks, ${String(seconds)} s\n`);
    expect(this.clicks, `clicks of ${this.role}`).toBeLessThanOrEqual(clicksMax);
  }
}
