import { IsInt, IsOptional, Matches, Max, Min } from 'class-validator';
import { WORK_LIMITS, type WorkKind, type WorkLimits } from '../database/pool/work';
import { Int, List } from './conversions';
import { ListenerSettings } from './listener-settings';

const KINDS = ['routing', 'ingest', 'lists', 'rest', 'background'] as const satisfies readonly WorkKind[];
/** `kind=milliseconds`, 100 to 9,999,999. */
const LIMIT = new RegExp(`^(${KINDS.join('|')})=([1-9][0-9]{2,6})$`);
const each = (name: string) => ({
  each: true,
  message: `each of ${name} must be kind=milliseconds, with 100 to 9999999 and a kind of ${KINDS.join(', ')}`,
});

/** Limits of statements by kind of work, where they differ from the defaults (docs/operations.md#bulkheads), and the replica. */
export class WorkSettings extends ListenerSettings {
  @List()
  @Matches(LIMIT, each('STATEMENT_TIMEOUTS_MS'))
  STATEMENT_TIMEOUTS_MS: string[] = [];

  @List()
  @Matches(LIMIT, each('LOCK_TIMEOUTS_MS'))
  LOCK_TIMEOUTS_MS: string[] = [];

  /** A replica for lists, summaries, exports and reports. See docs/operations.md#replica. */
  @IsOptional()
  @Matches(/^postgres(ql)?:\/\//, { message: 'DATABASE_READ_URL must be a postgres:// URL' })
  DATABASE_READ_URL?: string;

  @Int()
  @IsInt()
  @Min(1)
  @Max(300)
  DATABASE_READ_STALENESS_SECONDS: number = 5;

  get workLimits(): Record<WorkKind, WorkLimits> {
    const limits = { ...WORK_LIMITS };
    for (const [kind, statementMs] of parsed(this.STATEMENT_TIMEOUTS_MS))
      limits[kind] = { ...limits[kind], statementMs };
    for (const [kind, lockMs] of parsed(this.LOCK_TIMEOUTS_MS)) limits[kind] = { ...limits[kind], lockMs };
    return limits;
  }
}

export const WORK_SETTING_NAMES = [
  'STATEMENT_TIMEOUTS_MS',
  'LOCK_TIMEOUTS_MS',
  'DATABASE_READ_URL',
  'DATABASE_READ_STALENESS_SECONDS',
] as const satisfies readonly (keyof WorkSettings)[];

function parsed(entries: readonly string[]): [WorkKind, number][] {
  return entries.flatMap((entry) => {
    const [, kind, ms] = LIMIT.exec(entry) ?? [];
    return kind === undefined ? [] : [[kind as WorkKind, Number(ms)] as [WorkKind, number]];
  });
}
