import { AutomaticReview, NoAutomaticReview } from '../application/review/ports';
import { SandboxReview } from '../sandbox/sandbox-review';
import { bundlesWiring } from './bundles';

interface Choice {
  readonly provide?: unknown;
  readonly useFactory?: (settings: { isSandbox: boolean }) => unknown;
}

describe('AutomaticReview', () => {
  it.each([
    [true, SandboxReview],
    [false, NoAutomaticReview],
  ])('is chosen by whether this is a sandbox: %s', (isSandbox, expected) => {
    const choice = (bundlesWiring.exported as readonly Choice[]).find(({ provide }) => provide === AutomaticReview);
    expect(choice?.useFactory?.({ isSandbox })).toBeInstanceOf(expected);
  });
});
