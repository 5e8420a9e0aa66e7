import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import S3rver from 's3rver';
import type { DocumentStorage } from '../../application/documents/ports';
import type { PersonalData } from '../../application/personal-data/ports';
import { AccountBox } from '../personal-data/account-box';
import { FolderStorage } from './folder-storage';
import { LocalUploadSpool } from './local-upload-spool';
import { S3Storage } from './s3-storage';

const box = new AccountBox(Buffer.alloc(32, 1));
const data = { cipherOf: () => Promise.resolve(box) } as unknown as PersonalData;

describe('the storages of documents', () => {
  let folder: string;
  let server: S3rver;
  let storages: Record<string, DocumentStorage>;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'trunkline-storage-'));
    const bucket = { name: 'trunkline', configs: [] };
    server = new S3rver({ port: 0, silent: true, directory: join(folder, 's3'), configureBuckets: [bucket] });
    const { port } = await server.run();
    storages = {
      folder: new FolderStorage(join(folder, 'documents')),
      S3: new S3Storage({
        bucket: 'trunkline',
        region: 'us-east-1',
        endpoint: `http://127.0.0.1:${port}`,
        credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
      }),
    };
  });
  afterAll(async () => {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const spool = () => new LocalUploadSpool(join(folder, 'documents', 'incoming'), data);

  it.each(['folder', 'S3'])('%s returns what was stored, and removes it repeatedly', async (name) => {
    const storage = storages[name] as DocumentStorage;
    const content = randomBytes(300_000);
    const file = await spool().receive('acc_1', Readable.from([content.subarray(0, 1000), content.subarray(1000)]));
    expect(file.sizeBytes).toBe(content.length);
    await storage.put(file);
    const stored = await buffer(await storage.get(file.storageKey));
    expect(stored.includes(content.subarray(0, 64))).toBe(false);
    expect(await buffer(Readable.from([stored]).pipe(box.decryption(file.storageKey)))).toEqual(content);
    await storage.remove(file.storageKey);
    await storage.remove(file.storageKey);
    await expect(storage.get(file.storageKey)).rejects.toThrow();
    await spool().discard(file);
    expect(existsSync(file.path)).toBe(false);
  });

  it('a spool receives files again after its folder could not be created', async () => {
    const blocked = join(folder, 'blocked');
    writeFileSync(blocked, '');
    const spool = new LocalUploadSpool(join(blocked, 'incoming'), data);
    const receive = () => spool.receive('acc_1', Readable.from([Buffer.from('x')]));
    await expect(receive()).rejects.toThrow('ENOTDIR');
    rmSync(blocked);
    expect(await receive()).toMatchObject({ sizeBytes: 1 });
  });

  it('a spool leaves no file when the content fails or is too large', async () => {
    const failing = Readable.from(
      (async function* () {
        yield Buffer.alloc(1000);
        throw new Error('hung up');
      })(),
    );
    await expect(spool().receive('acc_1', failing)).rejects.toThrow('hung up');
    const large = Readable.from([Buffer.alloc(2_097_152), Buffer.alloc(1)]);
    await expect(spool().receive('acc_1', large)).rejects.toMatchObject({ code: 'document_too_large' });
    expect(readdirSync(join(folder, 'documents', 'incoming'))).toEqual([]);
  });

  it('a spool reads every upload, also those that it does not keep in memory', async () => {
    const receiver = spool();
    const upload = async () => {
      const content = randomBytes(100_000);
      return { content, file: await receiver.receive('acc_1', Readable.from([content])) };
    };
    const uploads = await Promise.all(Array.from({ length: 6 }, upload));
    for (const { content, file } of uploads) expect((await receiver.read('acc_1', file)).equals(content)).toBe(true);
    for (const { file } of uploads) await receiver.discard(file);
    const { content, file } = await upload();
    expect((await receiver.read('acc_1', file)).equals(content)).toBe(true);
    await receiver.discard(file);
  });

  it('a new spool deletes the files of killed processes, and no others', async () => {
    const incoming = join(folder, 'documents', 'incoming');
    const [old, recent] = [join(incoming, 'old'), join(incoming, 'recent')];
    for (const path of [old, recent]) writeFileSync(path, 'x');
    utimesSync(old, 1, 1);
    const file = await spool().receive('acc_1', Readable.from([Buffer.from('y')]));
    expect([existsSync(old), existsSync(recent), readFileSync(file.path).length > 0]).toEqual([false, true, true]);
    rmSync(recent);
  });
});
