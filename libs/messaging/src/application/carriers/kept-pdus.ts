import type { Page, PageRequest, Transactor } from '@trunkline/kernel';
import type { AuditLog } from '../ports';

/** A message of a carrier that could not be read. */
export interface KeptPdu {
  readonly id: string;
  readonly carrierId: string;
  readonly receivedAt: Date;
  /** What is wrong with it. */
  readonly reason: string;
}

export interface KeptPduContent extends KeptPdu {
  /** In hexadecimal, with the header of SMPP. */
  readonly octets: string;
}

export interface KeptPduFilter {
  readonly carrierId: string | null;
}

/** What carriers sent and could not be read. Kept for 30 days, sealed. */
export abstract class KeptPdus {
  /** Returns after it is committed. Throws when a carrier has sent too many within the hour. */
  abstract keep(carrierId: string, octets: Buffer, reason: string): Promise<void>;
  abstract list(filter: KeptPduFilter, page: PageRequest<'received_at'>): Promise<Page<KeptPdu>>;
  /** Throws `not_found`. */
  abstract get(id: string): Promise<KeptPduContent>;
  /** Returns how many were deleted. */
  abstract prune(): Promise<number>;
}

/** Shows operators what a carrier sent, which may be a customer's message. */
export class InspectPdu {
  constructor(
    private readonly tx: Transactor,
    private readonly pdus: KeptPdus,
    private readonly audit: AuditLog,
  ) {}

  /** Recorded in the audit trail. Throws `not_found`. */
  inspect({ operator, id }: { readonly operator: string; readonly id: string }): Promise<KeptPduContent> {
    return this.tx.run(async () => {
      const pdu = await this.pdus.get(id);
      await this.audit.record({ actor: operator, action: 'unreadable_pdu.read', subject: id });
      return pdu;
    });
  }
}
