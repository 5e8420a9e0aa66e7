import type { CaptchaVerifier } from '../application/screening/ports';

export interface CaptchaUnderTest {
  readonly verifier: CaptchaVerifier;
  /** Returns the token of a newly solved challenge. */
  readonly solve: () => string;
  /** From then on the provider cannot be reached. */
  readonly fail: () => void;
}

/** What every verifier of bot challenges does. */
export function captchaContract(open: () => Promise<CaptchaUnderTest>): void {
  it('accepts the token of a solved challenge, once', async () => {
    const { verifier, solve } = await open();
    const token = solve();
    expect([await verifier.verify(token, '81.2.69.142'), await verifier.verify(token, '81.2.69.142')]).toEqual([
      true,
      false,
    ]);
    expect(await verifier.verify(solve(), null)).toBe(true);
  });

  it.each([[null], ['forged']])('rejects the token %j', async (token) => {
    expect(await (await open()).verifier.verify(token, null)).toBe(false);
  });

  it('throws unavailable when the provider cannot be reached', async () => {
    const { verifier, solve, fail } = await open();
    fail();
    await expect(verifier.verify(solve(), null)).rejects.toMatchObject({ code: 'unavailable', kind: 'unavailable' });
  });
}
