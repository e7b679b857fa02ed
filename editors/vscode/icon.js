// Draws the icon: a trace with its error, under a lens.
"use strict";

const zlib = require("zlib");

const BACKGROUND = [27, 36, 48];
const TRACE = [143, 163, 184];
const LENS = [240, 244, 248];
const ERROR = [232, 80, 74];

/** The samples of a pixel, along each axis. */
const SAMPLES = 4;

/** The icon as a PNG file of `size` × `size` pixels. */
function icon(size) {
  const rows = [];
  for (let y = 0; y < size; y++) {
    const row = [0]; // no filter
    for (let x = 0; x < size; x++) {
      row.push(...pixel(x, y, size));
    }
    rows.push(Buffer.from(row));
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  header.set([8, 6, 0, 0, 0], 8); // 8 bits, red green blue alpha
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const data = zlib.deflateSync(Buffer.concat(rows), { level: 9 });
  return Buffer.concat([signature, chunk("IHDR", header), chunk("IDAT", data), chunk("IEND", Buffer.alloc(0))]);
}

/** The mean of the samples in a pixel. */
function pixel(x, y, size) {
  const sum = [0, 0, 0, 0];
  for (let i = 0; i < SAMPLES; i++) {
    for (let j = 0; j < SAMPLES; j++) {
      const color = colorAt((x + (i + 0.5) / SAMPLES) / size, (y + (j + 0.5) / SAMPLES) / size);
      if (color) {
        color.forEach((it, idx) => (sum[idx] += it));
        sum[3] += 1;
      }
    }
  }
  const opaque = Math.max(1, sum[3]);
  return [...sum.slice(0, 3).map((it) => Math.round(it / opaque)), Math.round((255 * sum[3]) / SAMPLES ** 2)];
}

/** The color at a point of the unit square; none outside the rounded square. */
function colorAt(x, y) {
  if (!isInside(x, y)) return undefined;
  if (Math.hypot(x - 0.44, y - 0.44) < 0.07) return ERROR;
  const ring = Math.abs(Math.hypot(x - 0.44, y - 0.44) - 0.24);
  if (ring < 0.035 || distanceToSegment(x, y, 0.63, 0.63, 0.8, 0.8) < 0.05) return LENS;
  const steps = [[0.12, 0.26], [0.3, 0.6], [0.44, 0.44], [0.62, 0.3], [0.86, 0.42]];
  const isOnTrace = steps.slice(1).some(([toX, toY], idx) => distanceToSegment(x, y, ...steps[idx], toX, toY) < 0.018);
  return isOnTrace ? TRACE : BACKGROUND;
}

/** Whether a point is in the square whose corners are rounded with a radius of 0.18. */
function isInside(x, y) {
  const outside = (it) => Math.max(0, Math.abs(it - 0.5) - 0.32);
  return Math.hypot(outside(x), outside(y)) < 0.18;
}

function distanceToSegment(x, y, fromX, fromY, toX, toY) {
  const [dx, dy] = [toX - fromX, toY - fromY];
  const along = ((x - fromX) * dx + (y - fromY) * dy) / (dx * dx + dy * dy);
  const t = Math.min(1, Math.max(0, along));
  return Math.hypot(x - fromX - t * dx, y - fromY - t * dy);
}

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const chunk = Buffer.alloc(body.length + 8);
  chunk.writeUInt32BE(data.length, 0);
  body.copy(chunk, 4);
  chunk.writeUInt32BE(checksum(body), body.length + 4);
  return chunk;
}

/** CRC-32. */
function checksum(bytes) {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) {
      crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
    }
  }
  return (crc ^ 0xffffffff) >>> 0;
}

exports.icon = icon;
