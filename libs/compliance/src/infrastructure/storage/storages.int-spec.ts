import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import S3rver from 's3rver';
import type { DocumentStorage, ReceivedFile } from '../../application/documents/ports';
import type { PersonalData } from '../../application/personal-data';
import { AccountBox } from '../personal-data/account-box';
import { COPIES_MAX } from './content-copies';
import { FolderStorage } from './folder-storage';
import { LocalUploadSpool } from './local-upload-spool';
import { S3Storage } from './s3-storage';

const box = new AccountBox(Buffer.alloc(32, 1));
const data = { cipherOf: () => Promise.resolve(box) } as unknown as PersonalData;

describe('the storage of documents', () => {
  let folder: string;
  let server: S3rver;
  let storages: Record<string, DocumentStorage>;
  let endpoint: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'trunkline-storage-'));
    const bucket = { name: 'trunkline', configs: [] };
    server = new S3rver({ port: 0, silent: true, directory: join(folder, 's3'), configureBuckets: [bucket] });
    const { port } = await server.run();
    endpoint = `http://127.0.0.1:${port}`;
    storages = {
      folder: new FolderStorage(join(folder, 'documents')),
      S3: new S3Storage({
        bucket: 'trunkline',
        region: 'us-east-1',
        endpoint,
        credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
      }),
    };
  });
  afterAll(async () => {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const looseFiles = { add: () => Promise.resolve(), forget: () => Promise.resolve() };
  const spool = () => new LocalUploadSpool(join(folder, 'documents', 'incoming'), data, looseFiles);

  /** A spool that keeps no more uploads in memory. */
  const fullSpool = async () => {
    const full = spool();
    for (let n = 0; n < COPIES_MAX; n++) await full.receive('acc_1', Readable.from([Buffer.from('x')]));
    return full;
  };
  const pathOf = ({ sealed }: ReceivedFile) => ('path' in sealed ? sealed.path : '');

  it.each(['folder', 'S3'])('finds a %s that can store documents', async (name) => {
    await expect(storages[name]!.check()).resolves.toBeUndefined();
    await expect(spool().check()).resolves.toBeUndefined();
  });

  it('finds a file in place of the folder, a missing bucket and an unreachable store', async () => {
    writeFileSync(join(folder, 'file'), '');
    for (const path of [join(folder, 'file'), join(folder, 'file', 'documents')]) {
      await expect(new FolderStorage(path).check()).rejects.toThrow(/EEXIST|ENOTDIR/);
      await expect(new LocalUploadSpool(path, data, looseFiles).check()).rejects.toThrow(/EEXIST|ENOTDIR/);
    }
    const credentials = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };
    const config = { bucket: 'trunkline', region: 'us-east-1', endpoint, credentials };
    await expect(new S3Storage({ ...config, bucket: 'missing' }).check()).rejects.toThrow(/bucket/);
    await expect(new S3Storage({ ...config, endpoint: 'http://127.0.0.1:1' }).check()).rejects.toThrow('ECONNREFUSED');
  });

  it('is unavailable without its folder, and receives again once there is one', async () => {
    const documents = join(folder, 'moved');
    const incoming = join(documents, 'incoming');
    const local = new LocalUploadSpool(incoming, data, looseFiles);
    const receive = () => local.receive('acc_1', Readable.from([Buffer.from('x')]));
    for (let n = 0; n < COPIES_MAX; n++) await receive();
    await local.discard(await receive());
    rmSync(documents, { recursive: true });
    writeFileSync(documents, '');
    const other = await fullSpool();
    const received = await other.receive('acc_1', Readable.from([Buffer.from('x')]));
    await expect(receive()).rejects.toMatchObject({ code: 'unavailable' });
    await expect(receive()).rejects.toMatchObject({ code: 'unavailable' });
    await expect(new FolderStorage(documents).put(received)).rejects.toMatchObject({ code: 'unavailable' });
    await other.discard(received);
    rmSync(documents);
    expect(pathOf(await receive())).toContain(incoming);
  });

  it.each([
    ['folder', 'in memory'],
    ['folder', 'on the disk'],
    ['S3', 'in memory'],
    ['S3', 'on the disk'],
  ])('returns what was received, and removes it repeatedly: %s, %s', async (name, place) => {
    const storage = storages[name] as DocumentStorage;
    const receiver = place === 'in memory' ? spool() : await fullSpool();
    const content = randomBytes(300_000);
    const file = await receiver.receive('acc_1', Readable.from([content.subarray(0, 1000), content.subarray(1000)]));
    expect([file.sizeBytes, existsSync(pathOf(file))]).toEqual([content.length, place === 'on the disk']);
    await storage.put(file);
    const stored = await buffer(await storage.get(file.storageKey));
    expect(stored.includes(content.subarray(0, 64))).toBe(false);
    expect(await buffer(Readable.from([stored]).pipe(box.decryption(file.storageKey)))).toEqual(content);
    await storage.remove(file.storageKey);
    await storage.remove(file.storageKey);
    await expect(storage.get(file.storageKey)).rejects.toThrow();
    await receiver.discard(file);
    expect(existsSync(pathOf(file))).toBe(false);
  });

  it('frees the chunks that a spool in memory owns, and only those', async () => {
    const content = randomBytes(200_000);
    const chunks = () => {
      const alone = Buffer.from(new Uint8Array(content.subarray(0, 100_000)).buffer);
      return [alone, content.subarray(100_000)];
    };
    const lengths: number[][] = [];
    for (const receiver of [spool(), await fullSpool()]) {
      for (const ownsChunks of [true, false]) {
        const given = chunks();
        const file = await receiver.receive('acc_1', Readable.from(given), { digest: true, ownsChunks });
        expect(file.digest).toBe(createHash('sha256').update(content).digest('hex'));
        expect((await receiver.read(file)).equals(content)).toBe(true);
        await receiver.discard(file);
        lengths.push(given.map(({ length }) => length));
      }
    }
    expect(lengths).toEqual([
      [0, 100_000],
      [100_000, 100_000],
      [100_000, 100_000],
      [100_000, 100_000],
    ]);
  });

  it('keeps an upload without a key out of the memory of others until all of it has arrived', async () => {
    const keys = (accountId: string) =>
      accountId === 'acc_1' ? Promise.resolve(box) : Promise.reject(new Error('erased'));
    const withKeys = { cipherOf: keys } as unknown as PersonalData;
    const receiver = new LocalUploadSpool(join(folder, 'documents', 'incoming'), withKeys, looseFiles);
    await receiver.discard(await receiver.receive('acc_1', Readable.from([Buffer.from('x')])));
    const source = new PassThrough();
    const refused = receiver.receive('acc_2', source);
    const refusal = expect(refused).rejects.toThrow('erased');
    source.write(Buffer.alloc(1000, 1));
    // By then the key is known to be missing.
    await new Promise((done) => setImmediate(done));
    const content = randomBytes(100_000);
    const file = await receiver.receive(
      'acc_1',
      Readable.from([content.subarray(0, 50_000), content.subarray(50_000)]),
    );
    source.end(Buffer.alloc(2000, 2));
    await refusal;
    expect((await receiver.read(file)).equals(content)).toBe(true);
    await receiver.discard(file);
  });

  it('keeps the rest of a broken upload out of the memory of others', async () => {
    const receiver = spool();
    await receiver.discard(await receiver.receive('acc_1', Readable.from([Buffer.from('x')])));
    const source = new Readable({ read: () => undefined });
    const broken = receiver.receive('acc_1', source);
    const failure = expect(broken).rejects.toThrow('broken');
    source.push(Buffer.alloc(1000, 1));
    await new Promise((done) => setImmediate(done));
    // As the parser of forms does, which does not destroy it.
    source.emit('error', new Error('broken'));
    await failure;
    source.push(Buffer.alloc(1000, 2));
    await new Promise((done) => setImmediate(done));
    const content = randomBytes(100_000);
    const file = await receiver.receive('acc_1', Readable.from([content]));
    expect((await receiver.read(file)).equals(content)).toBe(true);
    await receiver.discard(file);
  });

  it('lists a spooled file as loose until it is discarded, unless it was handed over', async () => {
    const listed = new Set<string>();
    const list = {
      add: (_: string, key: string) => Promise.resolve(void listed.add(key)),
      forget: (keys: readonly string[]) => Promise.resolve(keys.forEach((key) => listed.delete(key))),
    };
    const receiver = new LocalUploadSpool(join(folder, 'documents', 'incoming'), data, list);
    const receive = () => receiver.receive('acc_1', Readable.from([Buffer.from('x')]));
    const [refused, stored] = [await receive(), await receive()];
    expect([...listed]).toEqual([refused.storageKey, stored.storageKey]);
    receiver.handOver(stored);
    for (const file of [refused, stored]) await receiver.discard(file);
    expect([...listed]).toEqual([stored.storageKey]);
  });

  it('rejects an upload that cannot be registered, and takes the next ones into the same memory', async () => {
    let fails = true;
    const list = { ...looseFiles, add: () => (fails ? Promise.reject(new Error('no database')) : Promise.resolve()) };
    const receiver = new LocalUploadSpool(join(folder, 'documents', 'incoming'), data, list);
    const receive = () => receiver.receive('acc_1', Readable.from([Buffer.from('x')]));
    await expect(receive()).rejects.toThrow('no database');
    fails = false;
    for (let n = 0; n < COPIES_MAX; n++) expect((await receive()).sealed).not.toHaveProperty('path');
  });

  it('digests the content of an upload on request only', async () => {
    const content = randomBytes(100_000);
    const digest = createHash('sha256').update(content).digest('hex');
    for (const receiver of [spool(), await fullSpool()]) {
      const digestOf = async (wanted?: { digest: boolean }) => {
        const file = await receiver.receive('acc_1', Readable.from([content]), wanted);
        await receiver.discard(file);
        return file.digest;
      };
      expect([await digestOf({ digest: true }), await digestOf()]).toEqual([digest, null]);
    }
  });

  it('receives files again after the folder of the spool could not be created', async () => {
    const blocked = join(folder, 'blocked');
    writeFileSync(blocked, '');
    const spool = new LocalUploadSpool(join(blocked, 'incoming'), data, looseFiles);
    const receive = () => spool.receive('acc_1', Readable.from([Buffer.from('x')]));
    await expect(receive()).rejects.toMatchObject({ code: 'unavailable' });
    rmSync(blocked);
    expect(await receive()).toMatchObject({ sizeBytes: 1 });
  });

  it('leaves no file and keeps no memory when the content fails or is too large', async () => {
    const failing = () =>
      Readable.from(
        (async function* () {
          yield Buffer.alloc(1000);
          throw new Error('hung up');
        })(),
      );
    const large = () => Readable.from([Buffer.alloc(2_097_152), Buffer.alloc(1)]);
    const receivers = [spool(), await fullSpool()];
    for (const receiver of receivers) {
      for (let n = 0; n < COPIES_MAX; n++) {
        await expect(receiver.receive('acc_1', failing())).rejects.toThrow('hung up');
        await expect(receiver.receive('acc_1', large())).rejects.toMatchObject({ code: 'document_too_large' });
      }
    }
    expect(readdirSync(join(folder, 'documents', 'incoming'))).toEqual([]);
    const [inMemory, onDisk] = await Promise.all(
      receivers.map((receiver) => receiver.receive('acc_1', Readable.from([Buffer.alloc(2_097_152, 7)]))),
    );
    expect([existsSync(pathOf(inMemory!)), existsSync(pathOf(onDisk!))]).toEqual([false, true]);
    await receivers[1]!.discard(onDisk!);
  });

  it('reads every upload, also those that the spool does not keep in memory', async () => {
    const receiver = spool();
    const upload = async () => {
      const content = randomBytes(100_000);
      return { content, file: await receiver.receive('acc_1', Readable.from([content])) };
    };
    const uploads = await Promise.all(Array.from({ length: 6 }, upload));
    for (const { content, file } of uploads) expect((await receiver.read(file)).equals(content)).toBe(true);
    for (const { file } of uploads) await receiver.discard(file);
    const { content, file } = await upload();
    expect((await receiver.read(file)).equals(content)).toBe(true);
    await receiver.discard(file);
  });

  it('deletes the files of killed processes with a new spool, and no others', async () => {
    const incoming = join(folder, 'documents', 'incoming');
    const [old, recent] = [join(incoming, 'old'), join(incoming, 'recent')];
    for (const path of [old, recent]) writeFileSync(path, 'x');
    utimesSync(old, 1, 1);
    const file = await (await fullSpool()).receive('acc_1', Readable.from([Buffer.from('y')]));
    expect([existsSync(old), existsSync(recent), readFileSync(pathOf(file)).length > 0]).toEqual([false, true, true]);
    rmSync(recent);
  });
});
