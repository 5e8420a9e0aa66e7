import { AutomaticReview } from '../../application/review/ports';

/** Leaves every bundle to the reviewers. */
export class NoAutomaticReview extends AutomaticReview {
  override reviewBundle(): Promise<void> {
    return Promise.resolve();
  }
}
