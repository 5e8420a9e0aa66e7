import {
  addDays,
  type Clock,
  compose,
  type EventBus,
  type Mails,
  type Message,
  type Transactor,
} from '@trunkline/kernel';
import { dayOf } from '../../domain/document';
import type { ComplianceContacts } from '../ports';
import type { DocumentRepository, ExpiringDocument } from './ports';

/** See docs/compliance.md#expiry. */
const NOTICE_DAYS = 30;
/** Documents per transaction. */
const BATCH = 100;

/** Announces documents whose validity ends within 30 days, by email and by event. */
export class AnnounceExpiringDocuments {
  constructor(
    private readonly tx: Transactor,
    private readonly documents: DocumentRepository,
    private readonly contacts: ComplianceContacts,
    private readonly mails: Mails,
    private readonly events: EventBus,
    private readonly clock: Clock,
  ) {}

  /**
   * Announces each expiry once, on any number of workers: claim, emails and event are one transaction. Returns the number
   * of documents announced.
   */
  async announce(): Promise<number> {
    let announced = 0;
    for (let taken = BATCH; taken === BATCH; announced += taken) taken = await this.tx.run(() => this.announceBatch());
    return announced;
  }

  private async announceBatch(): Promise<number> {
    const now = this.clock.now();
    const range = { from: dayOf(now), to: dayOf(addDays(now, NOTICE_DAYS)) };
    const documents = await this.documents.claimExpiring(range, BATCH, now);
    for (const document of documents) await this.mail(document);
    await this.events.publishAll(
      documents.map(({ accountId, id, endUserId, docType, expiresAt }) => ({
        type: 'compliance.document.expiring',
        accountId,
        data: { document_id: id, end_user_id: endUserId, doc_type: docType, expires_at: expiresAt },
      })),
    );
    return documents.length;
  }

  private async mail(document: ExpiringDocument): Promise<void> {
    const { accountId, id, expiresAt } = document;
    for (const { userId, email, name } of await this.contacts.technicalContacts(accountId)) {
      const key = `document_expiring:${id}:${expiresAt}:${userId}`;
      await this.mails.send({ ...expiringMessage(name, document), accountId, to: email, key });
    }
  }
}

/** The email contains no personal data of the end user. */
function expiringMessage(name: string, { id, docType, expiresAt }: ExpiringDocument): Message {
  return compose({
    subject: 'A compliance document expires soon',
    name,
    lines: [
      `The document ${id} (${docType.replaceAll('_', ' ')}) is valid until ${expiresAt}.`,
      'Upload a current document, copy each bundle that contains this one, replace the document in the copy, submit it, and attach it to the numbers. Numbers are suspended when the approval of their bundle ends.',
    ],
    footer: 'You receive this email because you are an owner or admin of the account.',
  });
}
