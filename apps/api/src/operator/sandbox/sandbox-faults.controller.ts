import { Body, Controller, Post } from '@nestjs/common';
import { CommonErrors, invalidFields } from '@trunkline/kernel';
import { AuditTrail, callsBack, SandboxFaults, Settings } from '@trunkline/platform';
import { Endpoint, Tag } from '../../http';
import { Operator } from '../operator.param';
import { FaultScriptDto, ScriptFaultsBody } from './sandbox-faults.dto';

const DESCRIPTION =
  'Shared by all processes; replaces what is left of the last script for the same target and place. A request: `slow` ' +
  'takes three seconds; `timeout` does the deed and gives no answer, so that its outcome is unknown; `error` does nothing ' +
  'and gives no answer; `duplicate` arrives twice. A callback: `slow` comes five minutes late, by the test clock; ' +
  '`timeout` and `error` never come; `duplicate` comes twice. Of the supplier the orders and releases of numbers fail; it ' +
  'never calls back. Of `mail` the sending of each letter fails, to a mail server or to the folder; it never calls back ' +
  'either. 404 unless every third party is a sandbox.';

@Tag('Sandbox')
@Controller('operator/sandbox/faults')
export class SandboxFaultsController {
  constructor(
    private readonly settings: Settings,
    private readonly faults: SandboxFaults,
    private readonly audit: AuditTrail,
  ) {}

  @Post()
  @Endpoint({
    id: 'sandbox.scriptFaults',
    summary: 'Let a sandbox fail',
    description: DESCRIPTION,
    access: 'operator',
    answer: FaultScriptDto,
    fails: ['not_found'],
  })
  async script(@Operator() actor: string, @Body() body: ScriptFaultsBody): Promise<FaultScriptDto> {
    if (!this.settings.isSandbox) throw CommonErrors.not_found();
    const { target, kind, times, on = 'request' } = body;
    if (!callsBack(target) && on === 'callback') throw invalidFields({ on: `the ${target} never calls back` });
    await this.faults.script({ target, point: on, kind, times });
    const after = { target, on, kind, times };
    await this.audit.record({ actor, action: 'sandbox.faults', subject: target, after });
    return after;
  }
}
