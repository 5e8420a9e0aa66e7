import type { DidwwVoiceInTarget } from '@trunkline/platform';
import type { CallConnector, ListedNumbers, SuppliedNumber } from '../../../application/connections/call-connector';
import { NotConnectedError, SupplierHttpError } from '../http/supplier-errors';
import type { SupplierCalls, SupplierHttp } from '../http/supplier-http';
import { DIDWW } from './didww-config';
import { pageOf, type Resource, resourceOf } from './json-api';

/** The relationships that say where the calls of a number go. Without them, a response has no ids. */
export const VOICE_IN_INCLUDES = 'voice_in_trunk,voice_in_trunk_group';
const TYPES = { trunk: 'voice_in_trunks', trunk_group: 'voice_in_trunk_groups' } as const;
const SETTINGS = { trunk: 'DIDWW_VOICE_IN_TRUNK_ID', trunk_group: 'DIDWW_VOICE_IN_TRUNK_GROUP_ID' } as const;
const NOT_SET = `Neither ${SETTINGS.trunk} nor ${SETTINGS.trunk_group} is set.`;
const NOT_FOUND = 404;
const PAGE = 100;

/**
 * Assigns the configured voice in trunk, or group of trunks, to numbers
 * (doc.didww.com/api3/2026-04-16/inventory-resources/did/update-did.html). A number has one of both at a time.
 */
export class DidwwVoiceIn {
  constructor(private readonly target: DidwwVoiceInTarget | null) {}

  get isConfigured(): boolean {
    return this.target !== null;
  }

  /** The number must have been read with `VOICE_IN_INCLUDES`. */
  isConnected(did: Resource): boolean {
    const { target } = this;
    if (target === null || did.flag('blocked') || did.flag('terminated')) return false;
    return did.relatedId(`voice_in_${target.kind}`)?.toLowerCase() === target.id.toLowerCase();
  }

  /** Returns false for a number that is connected. Rejects unless it is afterwards, as DIDWW reports it. */
  async connect(calls: SupplierCalls, did: Resource): Promise<boolean> {
    const { target } = this;
    if (!target) throw new NotConnectedError(NOT_SET);
    if (this.isConnected(did)) return false;
    const { type, id } = did;
    const none = { voice_in_trunk: { data: null }, voice_in_trunk_group: { data: null } };
    const relationships = {
      ...none,
      [`voice_in_${target.kind}`]: { data: { type: TYPES[target.kind], id: target.id } },
    };
    const path = `/dids/${encodeURIComponent(id)}`;
    await calls.patch(path, { data: { type, id, relationships } });
    if (this.isConnected(resourceOf(await calls.get(path, { include: VOICE_IN_INCLUDES })))) return true;
    throw new NotConnectedError('DIDWW does not send the calls of the number to the trunk.');
  }

  /** Returns why DIDWW cannot send calls to the target, or null. */
  async findFault(calls: SupplierCalls): Promise<string | null> {
    const { target } = this;
    if (!target) return NOT_SET;
    try {
      await calls.get(`/${TYPES[target.kind]}/${encodeURIComponent(target.id)}`);
      return null;
    } catch (error) {
      if (!(error instanceof SupplierHttpError) || error.status !== NOT_FOUND) throw error;
      return `DIDWW does not know ${target.id} of ${SETTINGS[target.kind]}.`;
    }
  }
}

/** Connects the numbers of DIDWW. */
export class DidwwConnector implements CallConnector {
  readonly name = DIDWW;
  private readonly voiceIn: DidwwVoiceIn;

  constructor(
    private readonly http: SupplierHttp,
    target: DidwwVoiceInTarget | null,
  ) {
    this.voiceIn = new DidwwVoiceIn(target);
  }

  async connect(number: SuppliedNumber): Promise<boolean> {
    const calls = this.http.begin();
    return this.voiceIn.connect(calls, await didOf(calls, number));
  }

  async list(page: number): Promise<ListedNumbers> {
    const query = { include: VOICE_IN_INCLUDES, sort: 'created_at', 'page[number]': page, 'page[size]': PAGE };
    const { items, size, total } = pageOf(await this.http.begin().get('/dids', query));
    const numbers = items.map((did) => ({ ref: did.id, isConnected: this.voiceIn.isConnected(did) }));
    return { numbers, next: size > 0 && page * PAGE < total ? page + 1 : null };
  }

  findFault(): Promise<string | null> {
    return this.voiceIn.findFault(this.http.begin());
  }
}

async function didOf(calls: SupplierCalls, { e164, supplierNumberRef: id }: SuppliedNumber): Promise<Resource> {
  const include = VOICE_IN_INCLUDES;
  if (id !== null) return resourceOf(await calls.get(`/dids/${encodeURIComponent(id)}`, { include }));
  const number = e164.slice(1);
  const found = pageOf(await calls.get('/dids', { include, 'filter[number]': number })).items;
  const did = found.find((each) => each.text('number') === number);
  if (!did) throw new NotConnectedError('DIDWW does not know the number.');
  return did;
}
