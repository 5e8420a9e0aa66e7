import { addSeconds, type Clock } from '@trunkline/kernel';
import {
  type EarlierSignUps,
  RECENT_SECONDS,
  RecentSignUps,
  type SignUpSeen,
} from '../infrastructure/screening/recent-sign-ups';

export class MemoryRecentSignUps extends RecentSignUps {
  private kept: (SignUpSeen & { readonly at: Date })[] = [];

  constructor(private readonly clock: Clock) {
    super();
  }

  override async count(signUp: SignUpSeen, admits: (earlier: EarlierSignUps) => boolean): Promise<void> {
    const now = this.clock.now();
    this.kept = this.kept.filter(({ at }) => at > addSeconds(now, -RECENT_SECONDS));
    const others = this.kept.filter(({ email }) => email !== signUp.email);
    const emails = (some: readonly SignUpSeen[]) => new Set(some.map(({ email }) => email)).size;
    const fromNetwork = emails(others.filter(({ network }) => network === signUp.network));
    const withDomain = emails(others.filter(({ domain }) => domain !== null && domain === signUp.domain));
    if (admits({ fromNetwork, withDomain })) this.kept.push({ ...signUp, at: now });
  }
}

let signUps = 0;

/** What every counter of recent sign-ups promises; the fake passes it as the real one does. */
export function describeRecentSignUps(
  name: string,
  make: () => { readonly recent: RecentSignUps; readonly advance: (seconds: number) => void },
): void {
  describe(name, () => {
    let recent: RecentSignUps;
    let advance: (seconds: number) => void;
    let place: { network: string; domain: string };
    beforeAll(() => {
      ({ recent, advance } = make());
    });
    beforeEach(() => {
      signUps++;
      place = { network: `198.51.100.${String(signUps)}`, domain: `d${String(signUps)}.example` };
    });
    const counted = async (change: Partial<SignUpSeen> = {}, isAdmitted = true): Promise<EarlierSignUps> => {
      signUps++;
      let found: EarlierSignUps | null = null;
      const signUp = { email: `e${String(signUps)}@${place.domain}`, ...place, ...change };
      await recent.count(signUp, (earlier) => {
        found = earlier;
        return isAdmitted;
      });
      return found!;
    };

    it('says how many came before, from the network and with the domain', async () => {
      expect(await counted()).toEqual({ fromNetwork: 0, withDomain: 0 });
      expect(await counted()).toEqual({ fromNetwork: 1, withDomain: 1 });
      expect(await counted({ network: 'another' })).toEqual({ fromNetwork: 0, withDomain: 2 });
      expect(await counted({ domain: 'other.example' })).toEqual({ fromNetwork: 2, withDomain: 0 });
    });

    it('counts an e-mail address once, however often it is tried', async () => {
      const email = `same@${place.domain}`;
      for (let tried = 0; tried < 3; tried++) {
        expect(await counted({ email })).toEqual({ fromNetwork: 0, withDomain: 0 });
      }
      await counted({ email, network: 'from elsewhere' });
      expect(await counted()).toEqual({ fromNetwork: 1, withDomain: 1 });
    });

    it('counts no domain of a public mail provider', async () => {
      await counted({ domain: null });
      expect(await counted({ domain: null })).toEqual({ fromNetwork: 1, withDomain: 0 });
    });

    it('does not count what was not admitted', async () => {
      await counted({}, false);
      expect(await counted()).toEqual({ fromNetwork: 0, withDomain: 0 });
    });

    it('forgets after a day', async () => {
      await counted();
      advance(RECENT_SECONDS - 1);
      expect(await counted()).toEqual({ fromNetwork: 1, withDomain: 1 });
      advance(1);
      expect(await counted()).toEqual({ fromNetwork: 1, withDomain: 1 });
      advance(RECENT_SECONDS);
      expect(await counted()).toEqual({ fromNetwork: 0, withDomain: 0 });
    });
  });
}
