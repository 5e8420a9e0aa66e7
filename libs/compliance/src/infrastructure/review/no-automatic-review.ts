import { type AutomaticReview } from '../../application/review/ports';

/** Leaves every bundle to the reviewers. */
export class NoAutomaticReview implements AutomaticReview {
  reviewBundle(): Promise<void> {
    return Promise.resolve();
  }
}
