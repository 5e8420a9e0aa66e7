/** The timers of RFC 3261 section 17.1.1.1, in milliseconds. Tests shorten them. */
export interface SipTimers {
  /** Round-trip estimate: the first pause between two retransmissions. */
  readonly t1: number;
  /** The longest pause between two retransmissions. */
  readonly t2: number;
  /** How long a datagram can stay in the network. */
  readonly t4: number;
}

export const SIP_TIMERS: SipTimers = { t1: 500, t2: 4000, t4: 5000 };

/** Timers B, F, H and J: when a transaction is given up. */
export const giveUpMs = ({ t1 }: SipTimers): number => 64 * t1;

/** Sends at once, then after pauses that double up to a limit, until it is stopped. */
export class Retransmission {
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly send: () => void,
    private pauseMs: number,
    private readonly longestMs: number,
  ) {
    this.repeat();
  }

  stop(): void {
    clearTimeout(this.timer);
  }

  private repeat(): void {
    this.send();
    this.timer = setTimeout(() => this.repeat(), this.pauseMs);
    this.pauseMs = Math.min(this.pauseMs * 2, this.longestMs);
  }
}
