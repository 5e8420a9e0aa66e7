import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OriginateCommand } from '../api/answers';
import type { Leg } from '../sip/leg';
import { StoredValues } from '../stored-file';
import { type Bridge, newSessions } from './bridge';
import { readCallRecord } from './call-record';
import type { DialledCall } from './dialled-call';
import { StoredCall } from './stored-call';

const DIALOG = { callId: 'c1', local: '', remote: '', target: '', routes: [], cseq: 1, remoteCSeq: 0 };

describe('StoredCall', () => {
  it('stores nothing after it has stopped, when a phone confirms its BYE late', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'stored-call-'));
    const records = new StoredValues(folder, readCallRecord);
    const command = { id: 'cmd_1', decision_id: 'rd_1' } as OriginateCommand;
    const call = new StoredCall(command, records, undefined, { onOver: () => undefined, onError: () => undefined });
    let confirm: () => void = () => undefined;
    const end = () =>
      new Promise<void>((confirmed) => {
        confirm = confirmed;
      });
    const leg = { state: DIALOG, end } as unknown as Leg;
    const bridge = { sessions: newSessions(), connect: () => undefined } as unknown as Bridge;
    call.attach({ agent: leg, number: leg }, bridge, {} as DialledCall);
    await call.enter('connected');
    call.legEvents('number').onEnded();
    await call.stop();
    expect(readdirSync(folder)).toEqual(['cmd_1.json']);
    rmSync(folder, { recursive: true });
    confirm();
    await call.enter('over');
    expect(existsSync(folder)).toBe(false);
  });
});
