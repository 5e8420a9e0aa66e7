import { type Clock, invalidFields, type Transactor } from '@trunkline/kernel';
import type { Actor } from '../../domain/actor';
import type { RouteChange } from '../../domain/lifecycle/route';
import { commentOn, type PortAction, type PortComment } from '../../domain/porting/port-event';
import { draftNumbers, portedNumbersOf } from '../../domain/porting/ported-numbers';
import { type PortDocument, PortRequest, type PortSettings } from '../../domain/porting/port-request';
import type { References } from '../lifecycle/references';
import type { PortChecks } from '../port-checks/port-checks';
import type { PortMoves } from './port-moves';
import type { PortRecords, PortRepository } from './ports';

export interface PortRef {
  readonly accountId: string;
  readonly id: string;
  readonly actor: Actor;
}

export interface NewPort extends PortSettings {
  readonly e164s: readonly string[];
}

export interface PortRequestChange extends Partial<PortSettings> {
  /** Replaces the numbers of a draft. */
  readonly e164s?: readonly string[];
}

/** Ports of numbers to an account, as the customer prepares, changes and cancels them. `SubmitPort` submits them. See docs/porting.md. */
export class PortRequests {
  constructor(
    private readonly tx: Transactor,
    private readonly ports: PortRepository,
    private readonly checks: PortChecks,
    private readonly references: References,
    private readonly records: PortRecords,
    private readonly moves: PortMoves,
    private readonly clock: Clock,
  ) {}

  /**
   * Creates a draft. Returns its id. Throws `country_not_supported`, `number_already_owned`, `port_already_exists`, a validation
   * error, and what the route of a number throws.
   */
  create({ accountId, actor }: Omit<PortRef, 'id'>, { e164s, ...settings }: NewPort): Promise<string> {
    const ported = portedNumbersOf(e164s);
    return this.tx.run(async () => {
      const now = this.clock.now();
      await this.requireReferences(accountId, settings, now);
      await this.checks.require({ accountId, numbers: ported.numbers });
      const request = PortRequest.create(accountId, ported.country, settings, { actor, now });
      await this.ports.add(request, draftNumbers(request, ported.numbers));
      await this.note(request, actor, 'created', { status: 'draft', number_count: ported.numbers.length });
      return request.id;
    });
  }

  /** Changes a draft, or a request with an exception, whose numbers stay. Throws `not_found`, `invalid_state` and what `create` throws. */
  update({ accountId, id, actor }: PortRef, { e164s, ...change }: PortRequestChange): Promise<void> {
    const members = Object.keys({ ...change, ...(e164s && { e164s }) });
    return this.tx.run(async () => {
      const now = this.clock.now();
      await this.requireReferences(accountId, change, now);
      const request = await this.ports.lock(accountId, id);
      request.requireEditable();
      if (members.length === 0) return;
      if (e164s) await this.replaceNumbers(request, e164s);
      request.change(change, now);
      await this.ports.save(request);
      await this.note(request, actor, 'changed', { members });
    });
  }

  /** Deletes a draft. Throws `not_found`, `invalid_state`. */
  remove({ accountId, id }: Omit<PortRef, 'actor'>): Promise<void> {
    return this.tx.run(async () => {
      const request = await this.ports.lock(accountId, id);
      request.requireDraft('deleted');
      await this.ports.remove(request);
    });
  }

  /** Attaches a document of the account. Idempotent. Throws `not_found`, `invalid_state`, and a validation error. */
  attach({ accountId, id, actor }: PortRef, document: PortDocument): Promise<void> {
    return this.tx.run(async () => {
      const { documentId, purpose } = document;
      const found = await this.records.shareDocuments(accountId, [documentId]);
      if (found.length === 0) throw invalidFields({ document_id: 'is not a document of this account' });
      const request = await this.ports.lock(accountId, id);
      const { documents } = request;
      request.attach(document, this.clock.now());
      if (request.documents === documents) return;
      await this.ports.save(request);
      await this.note(request, actor, 'document_added', { document_id: documentId, purpose });
    });
  }

  /** Detaches a document for every purpose. Throws `not_found`, `invalid_state`. */
  detach({ accountId, id, actor }: PortRef, documentId: string): Promise<void> {
    return this.tx.run(async () => {
      const request = await this.ports.lock(accountId, id);
      request.detach(documentId, this.clock.now());
      await this.ports.save(request);
      await this.note(request, actor, 'document_removed', { document_id: documentId });
    });
  }

  /** Cancels a running port, and releases its fee. Throws `not_found`, `invalid_state`. */
  cancel({ accountId, id, actor }: PortRef): Promise<void> {
    return this.tx.run(async () => {
      const request = await this.ports.lock(accountId, id);
      const { status: from } = request;
      request.cancel(this.clock.now());
      await this.moves.record({ request, from, actor });
    });
  }

  /** Comments on a submitted port, for the operator. Throws `not_found`, `invalid_state`. */
  comment({ accountId, id, actor }: PortRef, body: string): Promise<PortComment> {
    return this.tx.run(async () => {
      const request = await this.ports.lock(accountId, id);
      request.requireSubmitted('commented on');
      const comment = commentOn(request, actor, body, this.clock.now());
      await this.ports.addComment(comment);
      return comment;
    });
  }

  private async replaceNumbers(request: PortRequest, e164s: readonly string[]): Promise<void> {
    request.requireDraft('given other numbers');
    const ported = portedNumbersOf(e164s);
    if (ported.country !== request.country) {
      throw invalidFields({
        e164s: `must be numbers of ${request.country}; numbers of ${ported.country} are another port`,
      });
    }
    await this.checks.require({ accountId: request.accountId, numbers: ported.numbers, requestId: request.id });
    await this.ports.replaceNumbers(request.id, draftNumbers(request, ported.numbers));
  }

  private async requireReferences(
    accountId: string,
    { endUserId, requestedFocAt, ...settings }: Partial<PortSettings>,
    now: Date,
  ): Promise<void> {
    if (requestedFocAt && requestedFocAt <= now) throw invalidFields({ requested_foc_at: 'must be in the future' });
    if (endUserId && !(await this.records.shareEndUser(accountId, endUserId))) {
      throw invalidFields({ end_user_id: 'is not an end user of this account' });
    }
    await this.references.requireActive(accountId, routeIn(settings));
  }

  private async note(
    request: PortRequest,
    actor: Actor,
    action: PortAction,
    to: Readonly<Record<string, unknown>>,
  ): Promise<void> {
    await this.ports.addEvent(request, { action, from: {}, to }, { actor, at: this.clock.now() });
  }
}

function routeIn({ trunkId, routingProfileId }: Partial<PortSettings>): RouteChange {
  return { ...(trunkId !== undefined && { trunkId }), ...(routingProfileId !== undefined && { routingProfileId }) };
}
