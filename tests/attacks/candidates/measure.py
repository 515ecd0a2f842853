import sys,subprocess,time,os,resource
cmd=sys.argv[1]; files=sys.argv[2:]
lim=float(os.environ.get("T","30"))
slow=float(os.environ.get("SLOW","3")); big=int(os.environ.get("BIG","350"))
n=0
env={**os.environ,"ASAN_OPTIONS":"detect_stack_use_after_return=0:allocator_may_return_null=1:detect_leaks=0","UBSAN_OPTIONS":"print_stacktrace=1:halt_on_error=1"}
for f in files:
    for i,line in enumerate(open(f),1):
        if not line.strip() or line.startswith('#'): continue
        src=line.rstrip("\n").replace("\\n","\n").encode()
        t=time.time()
        p=subprocess.Popen([cmd,"run","-","--function","ask"],stdin=subprocess.PIPE,stdout=open("/tmp/wt/o.%d"%os.getpid(),"wb"),stderr=open("/tmp/wt/e.%d"%os.getpid(),"wb"),env=env)
        import threading
        timed=[0]
        def kill(): timed[0]=1; p.kill()
        tm=threading.Timer(lim,kill); tm.start()
        # read with wait4
        outs={}
        def rd(name,fh): outs[name]=fh.read()
        th=[]
        [x.start() for x in th]
        try: p.stdin.write(src); p.stdin.close()
        except BrokenPipeError: pass
        _,st,ru=os.wait4(p.pid,0); p.returncode=0
        tm.cancel(); fe=open("/tmp/wt/e.%d"%os.getpid(),"rb"); outs["stderr"]=fe.read(3000 if os.path.getsize("/tmp/wt/e.%d"%os.getpid())<10**6 else 500)
        dt=time.time()-t; code=os.waitstatus_to_exitcode(st); n+=1
        mb=ru.ru_maxrss//1024
        bad=code not in(0,1,3,4) or b"Sanitizer" in outs["stderr"] or b"runtime error" in outs["stderr"]
        if bad or dt>slow or mb>big or timed[0] or os.environ.get("ALL"):
            print(f"{os.path.basename(f)}:{i} code={code} {dt:.1f}s {mb}MB {line.strip()[:110]} || {outs['stderr'][-200 if not bad else -1500:].decode(errors='replace').strip().splitlines()[-1:] if not bad else outs['stderr'][-2500:].decode(errors='replace')}",flush=True)
print(n,"lines")
