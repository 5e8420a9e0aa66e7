import { addDays, PORT_STATUSES, type PortStatus } from '@trunkline/kernel';
import { ADA, NOW } from '../../testing/samples';
import { OPERATOR_PORT_STATUSES, PORT_DEFAULTS, PORT_DOCUMENTS_MAX, PortRequest } from './port-request';

const HOLD = { feeCents: 500, holdId: 'hold_1' };
const FOC = addDays(NOW, 10);

const draft = () => PortRequest.create('acc_1', 'DE', { ...PORT_DEFAULTS, pin: '4711' }, { actor: ADA, now: NOW });

/** A port in any of its statuses. */
function portIn(status: PortStatus): PortRequest {
  const request = draft();
  if (status === 'draft') return request;
  request.submit(HOLD, NOW);
  if (status === 'submitted') return request;
  if (status === 'ported') request.transition({ status: 'foc_confirmed', focAt: FOC }, NOW);
  request.transition({ status, focAt: FOC, exceptionCode: 'other' }, NOW);
  return request;
}

/** The moves of operators, by the status before. */
const ALLOWED: Readonly<Record<PortStatus, readonly PortStatus[]>> = {
  draft: [],
  submitted: ['in_process', 'exception', 'foc_confirmed', 'rejected', 'cancelled'],
  in_process: ['exception', 'foc_confirmed', 'rejected', 'cancelled'],
  exception: ['in_process', 'rejected', 'cancelled'],
  foc_confirmed: ['exception', 'foc_confirmed', 'ported', 'rejected', 'cancelled'],
  ported: [],
  rejected: [],
  cancelled: [],
};

describe('a port', () => {
  describe.each(PORT_STATUSES)('that is %s', (from) => {
    it.each(OPERATOR_PORT_STATUSES)('becomes %s by an operator, or refuses', (to) => {
      const request = portIn(from);
      const move = () => request.transition({ status: to, focAt: FOC }, NOW);
      if (ALLOWED[from].includes(to)) {
        move();
        expect(request.status).toBe(to);
      } else {
        expect(move).toThrow(expect.objectContaining({ code: 'invalid_state' }));
        expect(request.status).toBe(from);
      }
    });

    it('is submitted, changed, deleted and cancelled by its account only when its status allows it', () => {
      const may = (act: (request: PortRequest) => void) => {
        try {
          act(portIn(from));
          return true;
        } catch (error) {
          expect(error).toMatchObject({ code: 'invalid_state' });
          return false;
        }
      };
      const isEditable = from === 'draft' || from === 'exception';
      expect(may((request) => request.submit(HOLD, NOW))).toBe(isEditable);
      expect(may((request) => request.change({ pin: '1' }, NOW))).toBe(isEditable);
      expect(may((request) => request.attach({ documentId: 'doc_1', purpose: 'loa' }, NOW))).toBe(isEditable);
      expect(may((request) => request.requireDraft('deleted'))).toBe(from === 'draft');
      expect(may((request) => request.requireSubmitted('commented on'))).toBe(from !== 'draft');
      const isRunning = ['submitted', 'in_process', 'exception', 'foc_confirmed'].includes(from);
      expect(may((request) => request.cancel(NOW))).toBe(isRunning);
      expect(portIn(from).isRunning).toBe(isRunning);
    });
  });

  it('names both states when it refuses a move', () => {
    expect(() => portIn('ported').transition({ status: 'rejected' }, NOW)).toThrow(
      'A port that is ported cannot become rejected.',
    );
  });

  it('is cancelled by its account until a day before the confirmed date, and no later', () => {
    const early = portIn('foc_confirmed');
    early.cancel(addDays(FOC, -1));
    expect(early).toMatchObject({ status: 'cancelled', completedAt: addDays(FOC, -1), autoActivate: false });
    const late = new Date(addDays(FOC, -1).getTime() + 1);
    expect(() => portIn('foc_confirmed').cancel(late)).toThrow(expect.objectContaining({ code: 'invalid_state' }));
  });

  it('keeps the fee of its first submission, and counts submissions', () => {
    const request = portIn('exception');
    expect(request).toMatchObject({ exceptionCode: 'other', submissions: 1, submittedAt: NOW });
    request.submit(null, addDays(NOW, 1));
    expect(request).toMatchObject({
      ...HOLD,
      status: 'submitted',
      submissions: 2,
      submittedAt: addDays(NOW, 1),
      exceptionCode: null,
      exceptionMessage: null,
    });
  });

  it('loses its confirmed date when it goes back', () => {
    const request = portIn('foc_confirmed');
    expect(request.focAt).toEqual(FOC);
    request.transition({ status: 'exception', message: 'The date is not possible.' }, NOW);
    expect(request).toMatchObject({
      focAt: null,
      exceptionCode: 'other',
      exceptionMessage: 'The date is not possible.',
    });
  });

  it('takes another date, and keeps the terms of its operator', () => {
    const request = portIn('in_process');
    request.transition({ status: 'foc_confirmed', focAt: FOC, autoActivate: true, carrierId: 'car_1' }, NOW);
    request.transition({ status: 'foc_confirmed', focAt: addDays(FOC, 1), monthlyPriceCents: 90 }, NOW);
    const terms = { carrierId: 'car_1', monthlyPriceCents: 90, capabilities: ['voice'] };
    expect(request).toMatchObject({ ...terms, focAt: addDays(FOC, 1), autoActivate: true });
    request.transition({ status: 'ported', monthlyPriceCents: null, capabilities: ['voice', 'sms'] }, NOW);
    expect(request).toMatchObject({
      carrierId: 'car_1',
      monthlyPriceCents: null,
      capabilities: ['voice', 'sms'],
      autoActivate: false,
      completedAt: NOW,
    });
  });

  it.each(['ported', 'rejected', 'cancelled'] as const)('forgets the PIN when it is %s', (status) => {
    expect(portIn('in_process').details.pin).toBe('4711');
    expect(portIn(status).details.pin).toBeNull();
  });

  it('routes to a trunk or to a profile, the one that was set last', () => {
    const request = draft();
    request.change({ trunkId: 'trk_1' }, NOW);
    request.change({ routingProfileId: 'rp_1' }, NOW);
    expect(request.route).toEqual({ trunkId: null, routingProfileId: 'rp_1' });
    request.change({ trunkId: null }, NOW);
    expect(request.route).toEqual({ trunkId: null, routingProfileId: 'rp_1' });
    request.change({ routingProfileId: null }, NOW);
    expect(request.route).toEqual({ trunkId: null, routingProfileId: null });
  });

  it('changes only the members that are sent', () => {
    const request = draft();
    request.change({ accountNumber: 'A-1', losingCarrier: 'Old Telecom' }, NOW);
    request.change({ accountNumber: null, partial: true }, NOW);
    expect(request).toMatchObject({ losingCarrier: 'Old Telecom', partial: true });
    expect(request.details).toMatchObject({ accountNumber: null, pin: '4711' });
  });

  it(`has a document once for each purpose, and at most ${PORT_DOCUMENTS_MAX}`, () => {
    const request = draft();
    for (let times = 0; times < 2; times += 1) {
      request.attach({ documentId: 'doc_0', purpose: 'loa' }, NOW);
      request.attach({ documentId: 'doc_0', purpose: 'invoice' }, NOW);
    }
    expect(request.documents).toHaveLength(2);
    for (let index = 2; index < PORT_DOCUMENTS_MAX; index += 1)
      request.attach({ documentId: `doc_${index}`, purpose: 'other' }, NOW);
    expect(() => request.attach({ documentId: 'doc_99', purpose: 'other' }, NOW)).toThrow('at most');
    request.detach('doc_0', NOW);
    expect(request.documents).toHaveLength(PORT_DOCUMENTS_MAX - 2);
    expect(() => request.detach('doc_0', NOW)).toThrow(expect.objectContaining({ code: 'not_found' }));
  });
});
