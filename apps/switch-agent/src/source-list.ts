import { isIP } from 'node:net';
import { join } from 'node:path';
import type { Log, Metrics } from '@trunkline/platform/process';
import * as v from 'valibot';
import type { Changes } from './api/change-feed';
import type { Kamailio } from './kamailio/kamailio';
import { storeFile } from './stored-file';

/** A network that calls may come from. */
export const source = v.object({
  network: v.string(),
  kind: v.picklist(['carrier', 'trunk']),
  carrier_id: v.nullish(v.string()),
  trunk_id: v.nullish(v.string()),
  removed: v.optional(v.boolean(), false),
});

export type Source = v.InferOutput<typeof source>;

/** Groups of Kamailio's module permissions. */
const GROUPS = { carrier: 1, trunk: 2 } as const;
/** Kamailio reads it as another user. */
const READABLE = 0o644;
const PREFIX_MAX = { 4: 32, 6: 128 } as const;

interface Network {
  readonly address: string;
  readonly prefix: number;
}

/** Keeps the file of Kamailio's known sources equal to the API's list, and has Kamailio obey it. */
export class SourceList {
  private readonly known = new Map<string, Source>();
  private isRead = false;

  constructor(
    private readonly stateDir: string,
    private readonly kamailio: Kamailio,
    private readonly log: Log,
    metrics: Metrics,
  ) {
    metrics.gauge(
      { name: 'trunkline_agent_sources', help: 'Networks that calls may come from.', labels: ['kind'] },
      (set) => {
        for (const kind of ['carrier', 'trunk'] as const) set(this.count(kind), { kind });
        return Promise.resolve();
      },
    );
  }

  async apply({ items, isComplete }: Changes<Source>): Promise<void> {
    if (isComplete) this.known.clear();
    for (const item of items) {
      const key = `${item.carrier_id ?? item.trunk_id ?? ''} ${item.network}`;
      if (item.removed) this.known.delete(key);
      else this.known.set(key, item);
    }
    await storeFile(join(this.stateDir, 'sources.list'), this.text(), { mode: READABLE });
    this.isRead = true;
    await this.kamailio.reloadSources();
    await this.kamailio.obeySources(true);
  }

  /** A start of Kamailio has read the file, and does not know yet that it is complete. */
  async remind(hasSources: boolean): Promise<void> {
    if (this.isRead && !hasSources) await this.kamailio.obeySources(true);
  }

  /** Without this agent the list becomes stale, so Kamailio leaves every caller to the API again. */
  async stop(): Promise<void> {
    if (!this.isRead) return;
    await this.kamailio.obeySources(false).catch((error: unknown) => {
      this.log.warn({ err: error }, 'Kamailio goes on with the sources of this agent');
    });
  }

  /** The form of `address_file`: group, address, prefix. */
  private text(): string {
    const lines = [...this.known.values()].flatMap(({ network, kind }) => {
      const parsed = networkOf(network);
      return parsed ? [`${GROUPS[kind]} ${parsed.address} ${parsed.prefix}`] : [];
    });
    // Two trunks may name the same network.
    return `${['# Written by the switch agent: 1 carriers, 2 trunks.', ...[...new Set(lines)].toSorted()].join('\n')}\n`;
  }

  private count(kind: Source['kind']): number {
    return [...this.known.values()].filter((each) => each.kind === kind).length;
  }
}

/** Reads an address or network in CIDR notation. Returns null for anything else, which must not reach the file. */
export function networkOf(text: string): Network | null {
  const [address = '', prefix, ...rest] = text.split('/');
  const version = isIP(address);
  if ((version !== 4 && version !== 6) || rest.length > 0) return null;
  const length = prefixOf(prefix, PREFIX_MAX[version]);
  return length === null ? null : { address, prefix: length };
}

function prefixOf(text: string | undefined, max: number): number | null {
  if (text === undefined) return max;
  return /^\d{1,3}$/.test(text) && Number(text) <= max ? Number(text) : null;
}
