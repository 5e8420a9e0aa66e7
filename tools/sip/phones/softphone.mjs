// A phone in a browser: SIP over WebSocket, sound over WebRTC. The page shows it, and tests drive it by `window.softphone`.
import JsSIP from 'jssip';

const REGISTERS_FOR_S = 120;
const GATHERS_FOR_MS = 200;
const MEDIA = { mediaConstraints: { audio: true, video: false } };

const sessions = [];
let agent = null;
let settings = null;

const show = (id, text) => {
  const element = document.getElementById(id);
  if (element) element.textContent = text;
};

function note(text) {
  const line = document.createElement('li');
  line.textContent = `${new Date().toLocaleTimeString()} ${text}`;
  document.getElementById('log')?.append(line);
}

/** Plays what the other side sends: without an element, browsers do not decode it. */
function play(connection) {
  connection.addEventListener('track', ({ streams: [stream] }) => {
    const audio = document.createElement('audio');
    audio.autoplay = true;
    audio.srcObject = stream;
    document.body.append(audio);
  });
}

function follow(session, originator) {
  sessions.push(session);
  for (const event of ['progress', 'accepted', 'confirmed', 'ended', 'failed']) {
    session.on(event, (what) => {
      note(
        [
          originator === 'remote' ? 'call from' : 'call to',
          session.remote_identity.uri.user,
          event,
          what?.cause ?? '',
        ].join(' '),
      );
      show('call', event === 'ended' || event === 'failed' ? 'no call' : event);
    });
  }
  if (session.connection) play(session.connection);
  session.on('peerconnection', ({ peerconnection }) => play(peerconnection));
  let gathered;
  session.on('icecandidate', ({ ready }) => {
    clearTimeout(gathered);
    gathered = setTimeout(ready, GATHERS_FOR_MS);
  });
}

const softphone = {
  /** Registers. Resolves when the switch has accepted it. */
  start(given) {
    settings = given;
    const { url, user, password, domain, iceServers = [] } = given;
    agent = new JsSIP.UA({
      sockets: [new JsSIP.WebSocketInterface(url)],
      uri: `sip:${user}@${domain}`,
      authorization_user: user,
      password,
      realm: domain,
      register_expires: REGISTERS_FOR_S,
      session_timers: false,
      user_agent: 'Trunkline softphone',
    });
    const options = { ...MEDIA, pcConfig: { iceServers } };
    agent.on('newRTCSession', ({ session, originator }) => {
      follow(session, originator);
      if (originator === 'remote') setTimeout(() => session.answer(options), GATHERS_FOR_MS);
    });
    return new Promise((resolve, reject) => {
      agent.on('registered', () => {
        show('state', `registered as ${user}`);
        resolve();
      });
      agent.on('registrationFailed', ({ cause }) => {
        show('state', `not registered: ${cause}`);
        reject(new Error(cause));
      });
      agent.start();
    });
  },

  dial(number) {
    const { domain, iceServers = [] } = settings;
    agent.call(`sip:${number}@${domain}`, { ...MEDIA, pcConfig: { iceServers } });
  },

  hangUp() {
    const session = sessions.findLast((each) => !each.isEnded());
    session?.terminate();
  },

  stop() {
    agent?.stop();
  },

  /** Returns what the last call has sent and received. */
  async statistics() {
    const connection = sessions.at(-1)?.connection;
    const reports = connection ? [...(await connection.getStats()).values()] : [];
    const of = (type, name, otherwise) => reports.find((each) => each.type === type)?.[name] ?? otherwise;
    const codec = of('inbound-rtp', 'codecId', null);
    return {
      sent: of('outbound-rtp', 'packetsSent', 0),
      received: of('inbound-rtp', 'packetsReceived', 0),
      energy: of('inbound-rtp', 'totalAudioEnergy', 0),
      dtls: of('transport', 'dtlsState', ''),
      codec: reports.find(({ id }) => id === codec)?.mimeType ?? '',
    };
  },
};

window.softphone = softphone;

/** On a page with a form: registers with the settings of the server, and dials what is entered. */
async function connectPage() {
  const form = document.getElementById('dial');
  if (!form) return;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    softphone.dial(document.getElementById('number').value);
  });
  document.getElementById('hang-up').addEventListener('click', () => softphone.hangUp());
  await softphone.start(await (await fetch('settings.json')).json());
}

connectPage().catch((error) => note(String(error)));
