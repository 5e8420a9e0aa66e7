import {
  constants,
  createDecipheriv,
  createHash,
  generateKeyPairSync,
  type KeyObject,
  privateDecrypt,
  randomUUID,
} from 'node:crypto';
import { type FakeRecord, JsonApiStore, type Link } from '../supply/fake-didww/json-api-store';
import { type FakeAnswer, type FakeCall, FakeRegistrationServer, type Json } from './fake-registration-server';

const RSA_BYTES = 256;
const newKeys = () => generateKeyPairSync('rsa', { modulusLength: RSA_BYTES * 8 });
/** Shared by all tests of a file, because their creation is slow. */
const KEYS = [newKeys(), newKeys()];

/** What is deleted with an identity, and its relationship to it. */
const DEPENDENTS = [
  ['proofs', 'entity'],
  ['proofs', 'entity.identity'],
  ['permanent_supporting_documents', 'identity'],
  ['addresses', 'identity'],
] as const;

/** The part of DIDWW's API 3 that registers end users. It decrypts files with its second private key. */
export class FakeDidwwRegistration extends FakeRegistrationServer {
  private readonly store = new JsonApiStore();
  private readonly files: string[] = [];

  constructor() {
    super();
    for (const { publicKey } of KEYS) {
      this.add('public_keys', { key: publicKey.export({ type: 'spki', format: 'pem' }) });
    }
    this.add('countries', { iso: 'DE' });
  }

  override addNumber(orderId: string): string {
    const proof = (name: string) => this.add('proof_types', { name });
    const requirement = this.add(
      'address_requirements',
      { identity_type: 'any', personal_proof_qty: 1, business_proof_qty: 1, address_proof_qty: 1 },
      {
        personal_proof_types: [proof('Passport'), proof('Copy of ID')],
        business_proof_types: [proof('Copy of Company Registration')],
        address_proof_types: [proof('Utility Bill')],
        personal_onetime_document: this.add('supporting_document_templates', { name: 'Registration Form' }),
      },
    );
    const group = this.add('did_groups', {}, { address_requirement: requirement });
    const relationships = { did_group: group, address_verification: null };
    return this.add('dids', { orderId, awaiting_registration: true }, relationships).id;
  }

  override decide(orderId: string, reasons?: readonly string[]): void {
    const did = this.store.all('dids').find(({ attributes }) => attributes['orderId'] === orderId)!;
    const [verification] = this.store.follow(did, 'address_verification');
    const decision = reasons ? { status: 'rejected', reject_reasons: reasons } : { status: 'approved' };
    if (verification) Object.assign(verification.attributes, decision);
    did.attributes['awaiting_registration'] = reasons !== undefined;
  }

  override contents(): readonly string[] {
    return this.files;
  }

  override held(): readonly string[] {
    return ['identities', 'addresses', 'proofs', 'permanent_supporting_documents'].filter(
      (type) => this.store.all(type).length > 0,
    );
  }

  override names(): readonly string[] {
    return this.store.all('identities').map(({ attributes }) => String(attributes['first_name']));
  }

  protected override answer({ method, path, query, json, raw }: FakeCall): FakeAnswer {
    const [type = '', id] = path.split('/');
    if (method === 'GET' && id === undefined) {
      const reference = query.get('filter[external_reference_id]');
      const found = this.store.all(type).filter((each) => referenceOf(each) === (reference ?? referenceOf(each)));
      return { status: 200, body: this.store.many(found, [], {}) };
    }
    if (method === 'GET') {
      const include = query.get('include')?.split(',') ?? [];
      const record = this.store.find(type, decodeURIComponent(id ?? ''));
      return record ? { status: 200, body: this.store.one(record, include) } : { status: 404, body: { errors: [] } };
    }
    if (method === 'DELETE') return this.delete({ type, id: decodeURIComponent(id ?? '') });
    if (type === 'encrypted_files') {
      if (!raw.includes(this.fingerprint())) return { status: 422, body: { errors: [{ detail: 'Unknown keys.' }] } };
      this.files.push(this.decrypt(raw));
    }
    const data = (json['data'] ?? {}) as Json;
    const related = Object.entries((data['relationships'] ?? {}) as Record<string, { data: Link }>);
    const relationships = Object.fromEntries(related.map(([name, link]) => [name, link.data]));
    if (type === 'address_requirement_validations') return this.validate(relationships['identity']!);
    const record = this.add(type, (data['attributes'] ?? {}) as Json, relationships);
    if (type === 'address_verifications') this.submit(record);
    return { status: 201, body: this.store.one(record, []) };
  }

  /** An identity is deleted with its addresses, proofs and forms. */
  private delete(link: Link): FakeAnswer {
    if (!this.store.find(link.type, link.id)) return { status: 404, body: { errors: [] } };
    for (const [type, name] of DEPENDENTS) {
      for (const each of this.store.all(type)) {
        if (this.store.follow(each, name).some(({ id }) => id === link.id)) this.store.remove(each);
      }
    }
    this.store.remove(link);
    return { status: 204, body: null };
  }

  private submit(verification: FakeRecord): void {
    verification.attributes['status'] = 'pending';
    for (const did of this.store.follow(verification, 'dids')) did.relationships['address_verification'] = verification;
  }

  private validate(identity: Link): FakeAnswer {
    const phone = this.store.find('identities', identity.id)?.attributes['phone_number'];
    if (typeof phone === 'string') return { status: 204, body: null };
    return { status: 422, body: { errors: [{ detail: 'Phone number is required.' }] } };
  }

  private fingerprint(): string {
    const sha1Of = (key: KeyObject) =>
      createHash('sha1')
        .update(key.export({ type: 'spki', format: 'der' }))
        .digest('hex');
    return KEYS.map(({ publicKey }) => sha1Of(publicKey)).join(':::');
  }

  /** Finds the file in the form, whose layout is that of `DidwwFiles`. */
  private decrypt(form: Buffer): string {
    const start = form.indexOf('\r\n\r\n', form.indexOf('filename=')) + 4;
    const sealed = form.subarray(start, form.lastIndexOf('\r\n--'));
    const secrets = privateDecrypt(
      { key: KEYS[1]!.privateKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' },
      sealed.subarray(RSA_BYTES, 2 * RSA_BYTES),
    );
    const decipher = createDecipheriv('aes-256-cbc', secrets.subarray(0, 32), secrets.subarray(32));
    return Buffer.concat([decipher.update(sealed.subarray(2 * RSA_BYTES)), decipher.final()]).toString();
  }

  private add(type: string, attributes: Json, relationships: FakeRecord['relationships'] = {}): FakeRecord {
    return this.store.add({ type, id: randomUUID(), attributes, relationships });
  }
}

function referenceOf({ attributes }: FakeRecord): unknown {
  return attributes['external_reference_id'];
}
