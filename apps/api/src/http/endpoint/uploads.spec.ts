import { once } from 'node:events';
import { PassThrough, type Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { EdgeRequest } from './edge-request';
import { readForm } from './uploads';

const HEADERS = { 'content-type': 'multipart/form-data; boundary=b' };
const BEGINNING = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\nThe content';
const END = '\r\n--b\r\nContent-Disposition: form-data; name="notes"\r\n\r\nText\r\n--b--\r\n';

describe('readForm', () => {
  /** A request of which the server has received all, or not. */
  const requestOf = (isComplete: boolean) =>
    Object.assign(new PassThrough(), { headers: HEADERS, complete: isComplete });
  const read = (request: PassThrough, receive: (content: Readable) => Promise<string>, discarded: string[] = []) =>
    readForm(
      request as unknown as EdgeRequest,
      ({ content }) => receive(content),
      (received) => Promise.resolve(void discarded.push(received)),
    );
  const text = async (content: Readable) => (await buffer(content)).toString();

  it('returns the file and the fields', async () => {
    const request = requestOf(true);
    request.end(BEGINNING + END);
    await expect(read(request, text)).resolves.toEqual({ fields: { notes: 'Text' }, file: 'The content' });
  });

  it.each([
    ['and part of it is still on the way', false],
    ['and part of it waits to be read', true],
  ])('rejects when the connection closes %s', async (_when, isComplete) => {
    const request = requestOf(isComplete);
    const failed: unknown[] = [];
    const form = read(request, async (content) => {
      try {
        return await text(content);
      } catch (error) {
        failed.push(error);
        throw error;
      }
    });
    request.write(BEGINNING);
    request.destroy();
    await expect(form).rejects.toMatchObject({ code: 'malformed_request' });
    expect(failed).toHaveLength(1);
  });

  it('discards a file that was received before the connection closed', async () => {
    const request = requestOf(true);
    const discarded: string[] = [];
    const received = new PassThrough();
    const form = read(
      request,
      async (content) => {
        const file = await text(content);
        received.end();
        return file;
      },
      discarded,
    );
    const finished = once(received.resume(), 'end');
    request.write(BEGINNING + END.slice(0, END.length - 10));
    await finished;
    request.destroy();
    await expect(form).rejects.toMatchObject({ code: 'malformed_request' });
    expect(discarded).toEqual(['The content']);
  });
});
