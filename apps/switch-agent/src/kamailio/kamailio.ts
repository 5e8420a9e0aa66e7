import * as v from 'valibot';
import { type RpcClient, RpcError } from './rpc-client';

const item = v.object({ item: v.object({ value: v.union([v.string(), v.number()]) }) });

/** Where Kamailio has a call: in the hash table of dialogs, and with the transaction of its INVITE. */
export interface LiveCall {
  readonly entry: number;
  readonly dialogId: number;
  readonly isAnswered: boolean;
  readonly cseq: string;
  readonly callId: string;
}

export type HangUpOutcome = 'ended' | 'unknown_call' | 'refused';

/** An entry of `live` without a dialog, not answered, with the number of the first INVITE. */
const ANNOUNCED = '0:0:0:1:';
const ATTEMPTS = 4;
const PAUSE_MS = 300;
const RELOAD_ATTEMPTS = 9;
/** Pauses before the list is read again, of `pauseMs` each. */
const RELOAD_PAUSE = 3;

/** What the agent has Kamailio do, by JSON-RPC. Its hash tables are described in docker/kamailio/README.md. */
export class Kamailio {
  constructor(
    private readonly rpc: RpcClient,
    private readonly pauseMs = PAUSE_MS,
  ) {}

  /**
   * Ends a call: an answered call by BYE to both sides, a ringing call by CANCEL and 487. Retries while the call is not known
   * yet, or is being answered. Throws RpcError if Kamailio does not answer.
   */
  async hangUp(decisionId: string): Promise<HangUpOutcome> {
    let outcome: HangUpOutcome = 'unknown_call';
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      if (attempt > 1) await new Promise((resolve) => setTimeout(resolve, this.pauseMs));
      const call = await this.find(decisionId);
      if (!call) continue;
      if (await this.end(decisionId, call)) return 'ended';
      outcome = 'refused';
    }
    return outcome;
  }

  /** Cancels a ringing call, whose caller receives 487. Does nothing for other calls. */
  async cancel(callId: string, cseq: number): Promise<void> {
    await this.accepts('tm.cancel', [callId, String(cseq)]);
  }

  /**
   * Has the heartbeats list a call of the agent, whose phone rings: a decision that they do not list counts as over. Kamailio
   * replaces the entry once it calls the number.
   */
  async announce(decisionId: string, callId: string): Promise<void> {
    await this.rpc.call('htable.sets', ['live', decisionId, `${ANNOUNCED}${callId}`]);
  }

  /** Ends what `announce` began, unless Kamailio has replaced the entry. */
  async withdraw(decisionId: string): Promise<void> {
    const value = await this.entry('live', decisionId);
    if (value?.startsWith(ANNOUNCED)) await this.accepts('htable.delete', ['live', decisionId]);
  }

  /** Reads the list of sources again. Kamailio refuses to within some seconds of the last time (`reload_delta`). */
  async reloadSources(): Promise<void> {
    for (let attempt = 1; !(await this.accepts('permissions.addressReload', [])); attempt += 1) {
      if (attempt === RELOAD_ATTEMPTS) throw new RpcError('permissions.addressReload is refused', null);
      await new Promise((resolve) => setTimeout(resolve, this.pauseMs * RELOAD_PAUSE));
    }
  }

  /** Makes Kamailio use the list of sources or, while it is not known, leave every caller to the API. */
  async obeySources(isKnown: boolean): Promise<void> {
    await this.rpc.call('htable.seti', ['meta', 'sources', Number(isKnown)]);
  }

  /** Returns an entry of the table `meta`, or null if there is none. */
  async meta(name: string): Promise<string | null> {
    return this.entry('meta', name);
  }

  private async find(decisionId: string): Promise<LiveCall | null> {
    const value = await this.entry('live', decisionId);
    if (value === null) return null;
    // A Call-ID may contain colons.
    const [entry = '', dialogId = '', answeredAt = '', cseq = '', ...callId] = value.split(':');
    return {
      entry: Number(entry),
      dialogId: Number(dialogId),
      isAnswered: Number(answeredAt) > 0,
      cseq,
      callId: callId.join(':'),
    };
  }

  /** Before the answer, ending the dialog would report the call as over and leave the phone ringing. */
  private async end(decisionId: string, { isAnswered, entry, dialogId, callId, cseq }: LiveCall): Promise<boolean> {
    if (isAnswered) return this.accepts('dlg.end_dlg', [entry, dialogId]);
    // Otherwise the 487 of a phone would have the next one called.
    await this.rpc.call('htable.seti', ['hangups', decisionId, 1]);
    return this.accepts('tm.cancel', [callId, cseq]);
  }

  /** Returns false for a request that Kamailio refuses. */
  private async accepts(method: string, params: readonly (string | number)[]): Promise<boolean> {
    try {
      await this.rpc.call(method, params);
      return true;
    } catch (error) {
      if (error instanceof RpcError && error.code !== null) return false;
      throw error;
    }
  }

  private async entry(table: string, name: string): Promise<string | null> {
    try {
      const { success, output } = v.safeParse(item, await this.rpc.call('htable.get', [table, name]));
      return success ? String(output.item.value) : null;
    } catch (error) {
      if (error instanceof RpcError && error.code !== null) return null;
      throw error;
    }
  }
}
