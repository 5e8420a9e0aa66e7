export interface OperatorEntry {
  /** The fingerprint of the operator's token. */
  readonly actor: string;
  readonly action: 'bundle.read' | 'bundle.approve' | 'bundle.reject' | 'document.read_content';
  /** The id of the bundle or document. */
  readonly subject: string;
  readonly accountId: string;
  readonly before?: object;
  readonly after?: object;
}

/** The audit trail of operator actions. */
export abstract class OperatorAudit {
  /** Joins the transaction around it. */
  abstract record(entry: OperatorEntry): Promise<void>;
}

/** Decides submitted bundles instead of a reviewer. */
export abstract class AutomaticReview {
  /** Idempotent: a bundle that was withdrawn, decided or deleted stays as it is. */
  abstract reviewBundle(accountId: string, bundleId: string): Promise<void>;
}

/** Leaves every bundle to the reviewers. */
export class NoAutomaticReview implements AutomaticReview {
  reviewBundle(): Promise<void> {
    return Promise.resolve();
  }
}
