/** An action of an operator, or of a user who overrides a recipient's choice. */
export interface AuditedAction {
  /** The fingerprint of an operator token, a user id or a key id. */
  readonly actor: string;
  readonly action:
    | 'messaging_carrier.create'
    | 'messaging_carrier.change'
    | 'messaging_carrier.delete'
    | 'messages.stop'
    | 'messages.resume'
    | 'unclaimed_message.retry'
    | 'unreadable_pdu.read'
    | 'opt_out.delete';
  /** The id of the changed resource. */
  readonly subject: string;
  readonly accountId?: string;
  readonly before?: object;
  readonly after?: object;
}

/** The audit trail. */
export abstract class AuditLog {
  /** Joins the transaction around it. */
  abstract record(entry: AuditedAction): Promise<void>;
}
