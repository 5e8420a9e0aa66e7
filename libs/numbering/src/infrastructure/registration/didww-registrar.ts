import { buffer } from 'node:stream/consumers';
import {
  type ApprovedBundle,
  type ApprovedDocument,
  type EndUserRegistrar,
  type RegistrationCheck,
  type RegistrationResult,
  type UnregisteredNumber,
} from '../../application/registration/end-user-registrar';
import type { SupplierRefs } from '../../application/registration/supplier-refs';
import { DIDWW } from '../suppliers/didww/didww-config';
import { docTypeOf, REQUIREMENT_INCLUDES } from '../suppliers/didww/didww-requirements';
import { pageOf, type Resource, resourceOf, UnreadableResponse } from '../suppliers/didww/json-api';
import { SupplierHttpError } from '../suppliers/http/supplier-errors';
import type { SupplierHttp } from '../suppliers/http/supplier-http';
import { deleteRecord } from './delete-record';
import { DidwwFiles } from './didww-files';

const KINDS = { person: 'personal', business: 'business' } as const;
const OTHER = 'other';
/** DIDWW deletes a file after 24 hours when nothing refers to it. */
const FILE_STALE_AFTER_SECONDS = 20 * 3600;

type Link = { readonly type: string; readonly id: string };

interface NewRecord {
  readonly attributes: object;
  readonly relationships: Readonly<Record<string, Link | readonly Link[]>>;
}

interface Review {
  readonly did: Resource;
  readonly isOwn: boolean;
  readonly status: RegistrationCheck;
}

/** The end user of a bundle at DIDWW, with what its requirement still lacks. */
interface Prepared {
  readonly address: Link;
  readonly identity: Link;
  /** Forms that are handed over with each verification. */
  readonly onetimeFiles: readonly Link[];
  readonly missing: readonly string[];
}

/**
 * Registers end users at DIDWW: identity, address, proofs and forms of a bundle, and an address verification per number
 * (doc.didww.com/api3/2026-04-16/examples/buy-dids-with-verification.html). DIDWW validates the registration before it is
 * submitted, so what it lacks is known at once.
 */
export class DidwwRegistrar implements EndUserRegistrar {
  readonly name = DIDWW;
  private readonly files: DidwwFiles;

  constructor(
    private readonly http: SupplierHttp,
    private readonly refs: SupplierRefs,
  ) {
    this.files = new DidwwFiles(http);
  }

  async register(number: UnregisteredNumber, open: () => Promise<ApprovedBundle>): Promise<RegistrationResult> {
    const { did, status, isOwn } = await this.reviewOf(number);
    if (status.status === 'registered' || isOwn) return status;
    const reference = referenceOf(number);
    const requirement = await this.requirementOf(did);
    const bundle = await open();
    const prepared = await this.prepare(bundle, requirement);
    const missing = [...prepared.missing, ...(await this.validate(prepared, requirement))];
    if (missing.length > 0) return { status: 'incomplete', missing };
    const { notes } = bundle.endUser;
    const onetime = prepared.onetimeFiles.length > 0 && { onetime_files: prepared.onetimeFiles };
    await this.create('address_verifications', reference, () => ({
      attributes: notes === null ? {} : { service_description: notes },
      relationships: { dids: [{ type: 'dids', id: did.id }], address: prepared.address, ...onetime },
    }));
    return { status: 'pending' };
  }

  async check(number: UnregisteredNumber): Promise<RegistrationCheck> {
    const { status, isOwn } = await this.reviewOf(number);
    return isOwn || status.status === 'registered' ? status : { status: 'pending' };
  }

  /** Reads the number with its last verification. `isOwn`: that is the one of this bundle. */
  private async reviewOf(number: UnregisteredNumber): Promise<Review> {
    const path = `/dids/${encodeURIComponent(number.supplierNumberRef)}`;
    const did = resourceOf(await this.http.begin().get(path, { include: 'address_verification,did_group' }));
    const verification = did.one('address_verification');
    const isOwn = verification?.textOrNull('external_reference_id') === referenceOf(number);
    const status = verification ? statusOf(verification) : ({ status: 'pending' } as const);
    const isRegistered = !did.flag('awaiting_registration') && status.status !== 'rejected';
    return { did, isOwn, status: isRegistered ? { status: 'registered' } : status };
  }

  /**
   * DIDWW deletes the addresses, proofs and forms of an identity with it, and refuses while a number is registered to it.
   * Files that nothing refers to expire after a day.
   */
  async erase(bundleId: string): Promise<void> {
    const stored = await this.refs.ofBundle(DIDWW, bundleId);
    const identity = stored.find(({ key }) => key === `identity/${bundleId}`);
    const id = identity && (identity.ref ?? (await this.findByReference('identities', identity.key)));
    if (id) await deleteRecord(this.http, `/identities/${encodeURIComponent(id)}`);
    for (const { key } of stored) await this.refs.forget(DIDWW, key);
  }

  private async requirementOf(did: Resource): Promise<Resource> {
    const calls = this.http.begin();
    const groupId = did.relatedId('did_group') ?? '';
    const group = resourceOf(
      await calls.get(`/did_groups/${encodeURIComponent(groupId)}`, { include: 'address_requirement' }),
    );
    const id = group.relatedId('address_requirement');
    if (id === null) throw new UnreadableResponse('A number that awaits registration has no requirement.');
    return resourceOf(
      await calls.get(`/address_requirements/${encodeURIComponent(id)}`, { include: REQUIREMENT_INCLUDES }),
    );
  }

  private async prepare(bundle: ApprovedBundle, requirement: Resource): Promise<Prepared> {
    const kind = KINDS[bundle.endUser.kind];
    const country = await this.countryOf(bundle);
    const identity = await this.identityOf(bundle, country);
    const address = await this.addressOf(bundle, country, identity);
    const missing = [
      ...(await this.addProofs(bundle, requirement, kind, identity)),
      ...(await this.addProofs(bundle, requirement, 'address', address)),
    ];
    const forms = bundle.documents.filter(({ docType }) => docType === OTHER);
    const permanent = requirement.one(`${kind}_permanent_document`);
    const onetime = requirement.one(`${kind}_onetime_document`);
    for (const template of [permanent, onetime])
      if (template && forms.length === 0) missing.push(template.text('name'));
    const onetimeFiles: Link[] = [];
    for (const form of forms) {
      if (onetime) onetimeFiles.push(await this.upload(bundle, form, 'onetime'));
      if (permanent) await this.addForm(bundle, form, identity, permanent);
    }
    return { identity, address, onetimeFiles, missing };
  }

  private async countryOf({ endUser }: ApprovedBundle): Promise<Link> {
    const { items } = pageOf(await this.http.begin().get('/countries', { 'filter[iso]': endUser.country }));
    if (!items[0]) throw new UnreadableResponse('DIDWW does not know the country of the end user.');
    return { type: 'countries', id: items[0].id };
  }

  private identityOf({ id, endUser }: ApprovedBundle, country: Link): Promise<Link> {
    return this.create('identities', `identity/${id}`, () => ({
      attributes: {
        identity_type: KINDS[endUser.kind],
        first_name: endUser.firstName,
        last_name: endUser.lastName,
        phone_number: endUser.phoneE164?.slice(1) ?? null,
        id_number: endUser.idDocNumber,
        birth_date: endUser.dateOfBirth,
        company_name: endUser.businessName,
        company_reg_number: endUser.businessRegistrationNumber,
        vat_id: endUser.vatNumber,
        contact_email: endUser.email,
      },
      relationships: { country },
    }));
  }

  private addressOf({ id, endUser }: ApprovedBundle, country: Link, identity: Link): Promise<Link> {
    const lines = [endUser.addressLine1, endUser.addressLine2].filter((line) => line !== null);
    return this.create('addresses', `address/${id}`, () => ({
      attributes: { city_name: endUser.city, postal_code: endUser.postalCode, address: lines.join(', ') },
      relationships: { country, identity },
    }));
  }

  /** Returns the names of the proof types when the bundle has too few documents of them. */
  private async addProofs(
    bundle: ApprovedBundle,
    requirement: Resource,
    what: 'personal' | 'business' | 'address',
    entity: Link,
  ): Promise<string[]> {
    const types = requirement.many(`${what}_proof_types`);
    const typeOf = ({ docType }: ApprovedDocument) => types.find((type) => docTypeOf(type.text('name')) === docType);
    const quantity = requirement.count(`${what}_proof_qty`);
    const proofs = bundle.documents.filter(typeOf).slice(0, quantity);
    for (const document of proofs) {
      const proofType = { type: 'proof_types', id: typeOf(document)?.id ?? '' };
      await this.create('proofs', `proof/${bundle.id}/${document.id}/${what}`, async () => {
        const files = [await this.upload(bundle, document, what)];
        return { attributes: {}, relationships: { proof_type: proofType, entity, files } };
      });
    }
    return proofs.length < quantity ? [types.map((type) => type.text('name')).join(' or ')] : [];
  }

  private async addForm(bundle: ApprovedBundle, form: ApprovedDocument, identity: Link, template: Resource) {
    await this.create('permanent_supporting_documents', `form/${bundle.id}/${form.id}`, async () => {
      const files = [await this.upload(bundle, form, 'permanent')];
      const of = { type: 'supporting_document_templates', id: template.id };
      return { attributes: {}, relationships: { identity, template: of, files } };
    });
  }

  private async upload({ id: bundleId }: ApprovedBundle, document: ApprovedDocument, use: string): Promise<Link> {
    const key = `file/${bundleId}/${document.id}/${use}`;
    const id = await this.refs.once(DIDWW, key, {
      create: async () => this.files.upload(await buffer(await document.open())),
      staleAfterSeconds: FILE_STALE_AFTER_SECONDS,
    });
    return { type: 'encrypted_files', id };
  }

  /** Returns what DIDWW finds missing (doc.didww.com/api3/2026-04-16, Address Requirement Validations). */
  private async validate({ identity, address }: Prepared, requirement: Resource): Promise<readonly string[]> {
    const address_requirement = { type: 'address_requirements', id: requirement.id };
    const relationships = related({ address_requirement, identity, address });
    try {
      await this.http.begin().post('/address_requirement_validations', {
        data: { type: 'address_requirement_validations', relationships },
      });
      return [];
    } catch (error) {
      if (error instanceof SupplierHttpError && error.status === 422) return reasonsOf(error.body);
      throw error;
    }
  }

  private async findByReference(type: string, reference: string): Promise<string | null> {
    const found = await this.http.begin().get(`/${type}`, { 'filter[external_reference_id]': reference });
    return pageOf(found).items[0]?.id ?? null;
  }

  /** `reference`: at most 100 characters. */
  private async create(type: string, reference: string, compose: () => NewRecord | Promise<NewRecord>): Promise<Link> {
    const id = await this.refs.once(DIDWW, reference, {
      find: () => this.findByReference(type, reference),
      create: async () => {
        const { attributes, relationships } = await compose();
        const named = { ...attributes, external_reference_id: reference };
        const data = { type, attributes: named, relationships: related(relationships) };
        return resourceOf(await this.http.begin().post(`/${type}`, { data })).id;
      },
    });
    return { type, id };
  }
}

function referenceOf({ orderId, bundleId }: UnregisteredNumber): string {
  return `verification/${orderId}/${bundleId}`;
}

function statusOf(verification: Resource): RegistrationCheck {
  if (verification.text('status').toLowerCase() !== 'rejected') return { status: 'pending' };
  const comment = verification.textOrNull('reject_comment');
  return { status: 'rejected', reasons: [...verification.texts('reject_reasons'), ...(comment ? [comment] : [])] };
}

function related(relationships: NewRecord['relationships']): object {
  return Object.fromEntries(Object.entries(relationships).map(([name, data]) => [name, { data }]));
}

/** Details of the errors of a JSON:API response. */
function reasonsOf(body: unknown): readonly string[] {
  const errors: unknown = typeof body === 'object' && body !== null && 'errors' in body ? body.errors : [];
  const details = (Array.isArray(errors) ? errors : []).map((error: { detail?: unknown } | null) => error?.detail);
  const texts = details.filter((detail) => typeof detail === 'string');
  return texts.length > 0 ? texts : ['The registration is incomplete.'];
}
