import { addSeconds, type Clock } from '@trunkline/kernel';
import {
  type EarlierSignUps,
  RECENT_SECONDS,
  RecentSignUps,
  type ScreenedSignUp,
} from '../../infrastructure/screening/recent-sign-ups';

export class MemoryRecentSignUps extends RecentSignUps {
  private kept: (ScreenedSignUp & { readonly at: Date })[] = [];

  /** E-mail addresses that their users have verified since. */
  readonly verified = new Set<string>();

  constructor(private readonly clock: Clock) {
    super();
  }

  override async count(signUp: ScreenedSignUp, admits: (earlier: EarlierSignUps) => boolean): Promise<void> {
    const now = this.clock.now();
    this.kept = this.kept.filter(({ at }) => at > addSeconds(now, -RECENT_SECONDS));
    const others = this.kept.filter(({ email }) => email !== signUp.email);
    const emails = (some: readonly ScreenedSignUp[]) => new Set(some.map(({ email }) => email)).size;
    const isNear = ({ network }: ScreenedSignUp) => network === signUp.network;
    const alike = others.filter(({ domain }) => domain !== null && domain === signUp.domain);
    const earlier = {
      fromNetwork: emails(others.filter(isNear)),
      withDomainFromNetwork: emails(alike.filter(isNear)),
      withDomain: emails(alike.filter((each) => isNear(each) || this.verified.has(each.email))),
    };
    if (admits(earlier)) this.kept.push({ ...signUp, at: now });
  }
}

let signUps = 0;

/** The contract of the sign-up counter. */
export function describeRecentSignUps(
  name: string,
  make: () => {
    readonly recent: RecentSignUps;
    readonly advance: (seconds: number) => void;
    readonly verify: (email: string) => void | Promise<void>;
  },
): void {
  describe(name, () => {
    let recent: RecentSignUps;
    let advance: (seconds: number) => void;
    let verify: (email: string) => void | Promise<void>;
    let place: { network: string; domain: string };
    beforeAll(() => {
      ({ recent, advance, verify } = make());
    });
    beforeEach(() => {
      signUps++;
      place = { network: `198.51.100.${String(signUps)}`, domain: `d${String(signUps)}.example` };
    });
    const counted = async (change: Partial<ScreenedSignUp> = {}, isAdmitted = true): Promise<EarlierSignUps> => {
      signUps++;
      let found: EarlierSignUps | null = null;
      const signUp = { email: `e${String(signUps)}@${place.domain}`, ...place, ...change };
      await recent.count(signUp, (earlier) => {
        found = earlier;
        return isAdmitted;
      });
      return found!;
    };

    const counts = (fromNetwork: number, withDomainFromNetwork: number, withDomain: number): EarlierSignUps => ({
      fromNetwork,
      withDomainFromNetwork,
      withDomain,
    });

    it('says how many came before, from the network and with the domain', async () => {
      expect(await counted()).toEqual(counts(0, 0, 0));
      expect(await counted()).toEqual(counts(1, 1, 1));
      expect(await counted({ domain: 'other.example' })).toEqual(counts(2, 0, 0));
      expect(await counted()).toEqual(counts(3, 2, 2));
    });

    it('counts sign-ups with a domain from other networks once they are verified', async () => {
      const email = `o'neil+${String(signUps)}@${place.domain}`;
      await counted({ email, network: 'elsewhere' });
      await counted({ network: 'elsewhere' });
      expect(await counted()).toEqual(counts(0, 0, 0));
      await verify(email);
      expect(await counted()).toEqual(counts(1, 1, 2));
      expect(await counted({ email })).toEqual(counts(2, 2, 2));
    });

    it('counts an email address once, however often it is tried', async () => {
      const email = `same@${place.domain}`;
      for (let tried = 0; tried < 3; tried++) {
        expect(await counted({ email })).toEqual(counts(0, 0, 0));
      }
      await counted({ email, network: 'from elsewhere' });
      expect(await counted()).toEqual(counts(1, 1, 1));
    });

    it('counts no domain of a public mail provider', async () => {
      await counted({ domain: null });
      expect(await counted({ domain: null })).toEqual(counts(1, 0, 0));
    });

    it('does not count what was not admitted', async () => {
      await counted({}, false);
      expect(await counted()).toEqual(counts(0, 0, 0));
    });

    it('forgets after a day', async () => {
      await counted();
      advance(RECENT_SECONDS - 1);
      expect(await counted()).toEqual(counts(1, 1, 1));
      advance(1);
      expect(await counted()).toEqual(counts(1, 1, 1));
      advance(RECENT_SECONDS);
      expect(await counted()).toEqual(counts(0, 0, 0));
    });
  });
}
