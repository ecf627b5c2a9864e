// Entry point of every npm script: checks Node, installs missing dependencies, then runs scripts/<name>.ts with the
// project's own Node. Must parse in any Node that a newcomer may have, hence CommonJS and old syntax.
'use strict'
/* oxlint-disable no-unused-vars -- a catch without a name does not parse in an old Node */
const crypto = require('crypto')
const fs = require('fs')
const path = require('path')
const spawn = require('child_process').spawn

const OLDEST_NODE = 20
const INSTALL_TIMEOUT_MS = 900000
const root = path.resolve(__dirname, '..')
const modules = path.join(root, 'node_modules')
const stampFile = path.join(modules, '.paket-installed')
const bin = path.join(modules, '.bin')
const system = process.platform === 'win32' ? 'win' : process.platform
const machine = system + '-' + process.arch
/** The project's Node is one optional dependency per kind of machine; npm installs the matching one. */
const nodePackage = (machine === 'darwin-arm64' ? 'node-bin-' : 'node-') + machine
const node = path.join(modules, nodePackage, 'bin', system === 'win' ? 'node.exe' : 'node')
const name = process.argv[2] || 'start'
const command = name === 'start' || name === 'test' ? 'npm ' + name : 'npm run ' + name.replace('/', ':')
const installArguments = [
  'ci',
  '--no-audit',
  '--no-fund',
  '--no-progress',
  '--loglevel=error',
  '--fetch-retries=1',
].concat(['--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=1000', '--fetch-timeout=20000'])
/** How long the registry may take for its first answer. npm's own time-outs leave some waits unbounded. */
const patienceMs = Number(process.env.PAKET_REGISTRY_PATIENCE_MS) || 30000
const networkProblem = new RegExp(
  'ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ENETUNREACH|EHOSTUNREACH|ETIMEDOUT|ERR_SOCKET_TIMEOUT|EIDLETIMEOUT|' +
    'ECONNECTIONTIMEOUT|ERESPONSETIMEOUT|FETCH_ERROR|EPROTO|ERR_INVALID_URL|network timeout|socket hang up|' +
    'tunneling socket|code E(407|502|503|504)',
)

/** Exits with a one-line error. The last line of `npm test` must be its count, whatever happens. */
function fail(sentence) {
  console.error(sentence)
  if (name === 'test') console.log('0 passed, 1 failed')
  process.exit(1)
}

function read(file) {
  try {
    return fs.readFileSync(file, 'utf8')
  } catch (error) {
    return ''
  }
}

/** Returns a hash of what an installation depends on: the lock file, the system and the architecture. */
function wantedStamp() {
  const lock = read(path.join(root, 'package-lock.json'))
  return crypto.createHash('sha256').update(lock).update(process.platform).update(process.arch).digest('hex')
}

/** Whether npm's own record, which it writes last, matches the lock file: then someone ran `npm install`. */
function isInstalledByHand() {
  try {
    const wanted = JSON.parse(read(path.join(root, 'package-lock.json'))).packages
    const there = JSON.parse(read(path.join(modules, '.package-lock.json'))).packages
    return Object.keys(wanted).every(function (place) {
      if (place === '' || wanted[place].optional || wanted[place].link) return true
      return there[place] !== undefined && there[place].integrity === wanted[place].integrity
    })
  } catch (error) {
    return false
  }
}

function signalTo(child, options, signal) {
  try {
    if (child.pid) process.kill(options.detached ? -1 * child.pid : child.pid, signal)
  } catch (error) {
    // It has just exited.
  }
}

/** Returns the process that started this one, and, where it is the shell of npm, npm: such a shell outlives an npm that is killed. */
function starters() {
  const parent = '/proc/' + process.ppid
  if (read(parent + '/cmdline').split('\0')[1] !== '-c') return String(process.ppid)
  const grandparent = /\) \S+ (\d+)/.exec(read(parent + '/stat'))
  return process.ppid + ' ' + (grandparent && grandparent[1])
}

/** Runs a command, forwards signals to it (or to its process group), and calls back when it exits. */
function run(file, args, options, done) {
  const child = spawn(file, args, Object.assign({ cwd: root }, options))
  let asked = null
  const handOn = function (signal) {
    asked = signal
    signalTo(child, options, signal)
  }
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  signals.forEach(function (signal) {
    process.on(signal, handOn)
  })
  // npm hands a signal on to its shell only, and a shell such as dash ends without handing it on.
  const first = starters()
  const watch = setInterval(function () {
    if (process.env.npm_lifecycle_event && starters() !== first) handOn('SIGTERM')
  }, 500)
  let ended = false
  const end = function (code, signal) {
    if (ended) return
    ended = true
    clearInterval(watch)
    signals.forEach(function (each) {
      process.removeListener(each, handOn)
    })
    done(code, signal, asked)
  }
  child.on('error', function (error) {
    end(error)
  })
  child.on('close', end)
  return child
}

/** Pings the registry during the installation; calls back when there is no answer at all. */
function watchRegistry(npm, options, onSilence) {
  const child = spawn(npm[0], npm.slice(1).concat(['ping', '--fetch-retries=0']), Object.assign({ cwd: root }, options))
  const stop = function () {
    clearTimeout(timer)
    signalTo(child, options, 'SIGKILL')
  }
  const timer = setTimeout(function () {
    stop()
    onSilence()
  }, patienceMs)
  const answered = function () {
    clearTimeout(timer)
  }
  child.on('error', answered)
  child.on('exit', answered)
  return stop
}

function install(done) {
  fs.rmSync(stampFile, { force: true })
  const started = Date.now()
  const seconds = function () {
    return Math.round((Date.now() - started) / 1000) + ' s'
  }
  console.log('Installing dependencies; the first time takes about a minute.')
  const npm = (process.env.npm_execpath || '').endsWith('npm-cli.js')
    ? [process.execPath, process.env.npm_execpath]
    : ['npm']
  const calm = setInterval(function () {
    console.log('  still installing, ' + seconds())
  }, 20000)
  let output = ''
  const keep = function (text) {
    output = (output + text).slice(0, 20000)
  }
  const isWindows = process.platform === 'win32'
  const options = { stdio: ['ignore', 'pipe', 'pipe'], shell: npm.length === 1 && isWindows, detached: !isWindows }
  const child = run(npm[0], npm.slice(1).concat(installArguments), options, function (code, signal, asked) {
    clearInterval(calm)
    clearTimeout(cap)
    stopWatching()
    if (asked) process.exit(130)
    if (code !== 0) return failInstall(output)
    // npm silently skips an optional package that does not exist for this machine, cannot be downloaded, or has another
    // hash than in the lock file.
    if (!fs.existsSync(node))
      fail(
        'npm did not install the project’s Node, the package ' +
          nodePackage +
          ': if package.json names it, check the network or proxy and run ' +
          command +
          ' again; if not, this kind of machine is not supported.',
      )
    fs.writeFileSync(stampFile, wantedStamp())
    console.log('Dependencies are installed (' + seconds() + ').')
    done()
  })
  if (child.stdout) child.stdout.on('data', keep)
  if (child.stderr) child.stderr.on('data', keep)
  const giveUp = function () {
    keep('network timeout')
    signalTo(child, options, 'SIGKILL')
  }
  const cap = setTimeout(giveUp, INSTALL_TIMEOUT_MS)
  const stopWatching = watchRegistry(npm, options, giveUp)
}

function failInstall(output) {
  if (networkProblem.test(output))
    fail(
      'Could not reach the npm registry to install dependencies: check the network or proxy and run ' +
        command +
        ' again.',
    )
  const lines = output.split('\n').filter(function (line) {
    return line.trim() !== '' && !/complete log of this run|^npm (warn|error$)/.test(line.trim())
  })
  fail(['Dependencies could not be installed:'].concat(lines.slice(0, 12)).join('\n'))
}

/** Returns the hosts that no proxy is asked for: those of the environment, and this machine, whose servers no proxy reaches. */
function directHosts() {
  const given = process.env.no_proxy || process.env.NO_PROXY || ''
  return given === '*' ? given : given.split(',').concat('localhost', '127.0.0.1', '[::1]').filter(Boolean).join(',')
}

function runScript() {
  const PATH = [path.dirname(node), bin, process.env.PATH || ''].join(path.delimiter)
  const env = Object.assign({}, process.env, { PATH: PATH, no_proxy: directHosts(), NO_PROXY: directHosts() })
  const script = path.join(root, 'scripts', name + '.ts')
  run(
    node,
    [script].concat(process.argv.slice(3)),
    { cwd: process.cwd(), env: env, stdio: 'inherit' },
    function (code, signal) {
      if (code instanceof Error) fail('Could not run ' + script + ': ' + code.message)
      if (signal) return process.kill(process.pid, signal)
      process.exitCode = code
    },
  )
}

function main() {
  if (Number(process.version.slice(1).split('.')[0]) < OLDEST_NODE)
    fail(
      'Node ' +
        OLDEST_NODE +
        ' or newer is needed, this is ' +
        process.version +
        ': install it from https://nodejs.org and run ' +
        command +
        ' again.',
    )
  if (read(stampFile) === wantedStamp() && fs.existsSync(node)) return runScript()
  if (!fs.existsSync(node) || !isInstalledByHand()) return install(runScript)
  fs.writeFileSync(stampFile, wantedStamp())
  runScript()
}

main()
