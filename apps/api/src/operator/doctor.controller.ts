import { Body, Controller, Get, Post } from '@nestjs/common';
import { Doctor, READ_ONLY } from '@trunkline/composition';
import { AuditTrail } from '@trunkline/platform';
import { Endpoint, Tag } from '../http';
import { DiagnosisDto, ExamineBody } from './doctor.dto';
import { Operator } from './operator.param';

@Tag('Doctor')
@Controller('operator/doctor')
export class DoctorController {
  constructor(
    private readonly doctor: Doctor,
    private readonly audit: AuditTrail,
  ) {}

  @Get()
  @Endpoint({
    id: 'doctor.get',
    summary: 'Check the deployment',
    description:
      'Checks the database, Redis, mail, documents, suppliers, cards, the public URL, processes, carriers, switches, prices, ' +
      'backups and secrets, as seen from this process, and returns remedies. Changes nothing. Takes up to 30 seconds if a ' +
      'component does not respond.',
    access: 'operator',
    answer: DiagnosisDto,
    isReport: true,
  })
  read(): Promise<DiagnosisDto> {
    return this.doctor.examine(READ_ONLY);
  }

  @Post()
  @Endpoint({
    id: 'doctor.examine',
    summary: 'Check the deployment by using it',
    description:
      'The same, and writes probes to Redis and to folders, stores and deletes a document, has the virus scanner find the EICAR test file, sends a mail to `mail_to` ' +
      'and calls `call_to` through a switch. Audited as `doctor.examine`.',
    access: 'operator',
    status: 200,
    answer: DiagnosisDto,
    idempotency: 'none',
  })
  async examine(@Operator() operator: string, @Body() { mailTo, callTo }: ExamineBody): Promise<DiagnosisDto> {
    const after = { mail_to: mailTo ?? null, call_to: callTo ?? null };
    await this.audit.record({ actor: operator, action: 'doctor.examine', subject: 'deployment', after });
    return this.doctor.examine({ changes: true, mailTo: mailTo ?? null, callTo: callTo ?? null });
  }
}
