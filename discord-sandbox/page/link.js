// The way to the stand-in: deeds by request, news by socket.

/** Why a deed was not done. */
export class Refused extends Error {
  constructor(word, why) {
    super(why);
    this.word = word;
  }
}

export const acting = new URLSearchParams(location.search).get('as');

/** Does something as the acting user. Throws `Refused`. */
export async function post(path, body) {
  let response;
  try {
    response = await fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ as: acting, ...body }),
    });
  } catch {
    throw new Refused('cut', 'the sandbox does not answer');
  }
  const answer = await response.json().catch(() => ({}));
  if (!response.ok) throw new Refused(answer.word ?? 'cut', answer.why ?? `HTTP ${response.status}`);
  return answer;
}

export async function get(path) {
  try {
    const response = await fetch(path);
    return response.ok ? await response.json() : undefined;
  } catch {
    return undefined;
  }
}

const RETRY_MS = 1000;
const NO_SUCH_USER = 4004;

/** Keeps a socket open and hands on what comes. Gives back a function that tells what the tab looks at. */
export function listen({ onNews, onState }) {
  let socket;
  let look = { channel: null, is_seen: false };
  const tell = () => socket?.readyState === WebSocket.OPEN && socket.send(JSON.stringify(look));
  const connect = () => {
    socket = new WebSocket(`ws://${location.host}/api/live?as=${encodeURIComponent(acting)}`);
    socket.addEventListener('open', () => {
      onState('open');
      tell();
    });
    socket.addEventListener('message', (event) => onNews(JSON.parse(event.data)));
    socket.addEventListener('close', (event) => {
      onState(event.code === NO_SUCH_USER ? 'unknown' : 'cut');
      if (event.code !== NO_SUCH_USER) setTimeout(connect, RETRY_MS);
    });
  };
  connect();
  return (now) => {
    look = now;
    tell();
  };
}
