import { createCipheriv } from 'node:crypto';
import { free } from './freed-memory';

/** Outside of the pool of small buffers. */
const alone = (length: number) => Buffer.from(new ArrayBuffer(length));
const encrypted = (length: number) =>
  createCipheriv('aes-256-gcm', Buffer.alloc(32), Buffer.alloc(12)).update(Buffer.alloc(length));

describe('free', () => {
  it.each([
    ['a buffer', () => alone(65_536)],
    ['what a cipher returns', () => encrypted(65_536)],
  ])('takes the memory of %s', (_title, make) => {
    const before = make();
    free(before);
    expect([before.length, before.buffer.byteLength]).toEqual([0, 0]);
  });

  it('returns the memory before the buffers are collected', () => {
    const before = process.memoryUsage.rss();
    const buffers = Array.from({ length: 400 }, () => {
      const bytes = alone(1_048_576).fill(1);
      free(bytes);
      return bytes;
    });
    expect(process.memoryUsage.rss() - before).toBeLessThan(200 * 1_048_576);
    expect(buffers.every(({ length }) => length === 0)).toBe(true);
  });

  it('keeps a buffer that shares its memory, and a small one', () => {
    const memory = new ArrayBuffer(65_536);
    const kept = [Buffer.from(memory, 0, 32_768), Buffer.from(memory, 1), alone(100), Buffer.alloc(0)];
    for (const each of kept) free(each);
    expect(kept.map(({ length }) => length)).toEqual([32_768, 65_535, 100, 0]);
  });
});
