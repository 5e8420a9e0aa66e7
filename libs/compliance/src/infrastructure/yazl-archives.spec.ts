import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { YazlArchives } from './yazl-archives';

describe('YazlArchives', () => {
  const archives = new YazlArchives();

  it('closes the entry that is being read when the client disconnects', async () => {
    const content = new PassThrough();
    content.write('x'.repeat(1000));
    const archive = archives.zip({}, [{ name: 'a.pdf', open: () => Promise.resolve(content) }]);
    await once(archive, 'readable');
    archive.destroy();
    await once(content, 'close');
    expect(content.destroyed).toBe(true);
  });

  it('closes an entry that opens after the client has disconnected', async () => {
    const content = new PassThrough();
    let give: (content: PassThrough) => void = () => undefined;
    const opening = new Promise<PassThrough>((resolve) => (give = resolve));
    const archive = archives.zip({}, [{ name: 'a.pdf', open: () => opening }]);
    archive.destroy();
    await once(archive, 'close');
    give(content);
    await once(content, 'close');
    expect(content.destroyed).toBe(true);
  });

  it('fails when an entry fails', async () => {
    const content = new PassThrough();
    const archive = archives.zip({}, [{ name: 'a.pdf', open: () => Promise.resolve(content) }]);
    archive.resume();
    const failed = once(archive, 'error');
    content.destroy(new Error('The file is damaged.'));
    await expect(failed).resolves.toMatchObject([{ message: 'The file is damaged.' }]);
  });
});
