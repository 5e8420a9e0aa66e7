import { AutomaticReview } from '../application/review/ports';
import { NoAutomaticReview } from '../infrastructure/review/no-automatic-review';
import { SandboxReview } from '../sandbox/review/sandbox-review';
import { reviewWiring } from './review';

interface Choice {
  readonly provide?: unknown;
  readonly useFactory?: (settings: { isSandbox: boolean }) => unknown;
}

describe('AutomaticReview', () => {
  it.each([
    [true, SandboxReview],
    [false, NoAutomaticReview],
  ])('is chosen by whether this is a sandbox: %s', (isSandbox, expected) => {
    const choice = (reviewWiring.exported as readonly Choice[]).find(({ provide }) => provide === AutomaticReview);
    expect(choice?.useFactory?.({ isSandbox })).toBeInstanceOf(expected);
  });
});
